import type { ShownExchange } from '../testing/journal/present-exchange.ts'
import type { Preflight } from '../server/preflight.ts'
import type { Output } from './io.ts'
import { LogOutput } from '../node/processes/log-output.ts'
import { printable } from '../kernel/printable.ts'

export type LogForm = 'pretty' | 'json' | 'silent'

interface Log {
  readonly onExchange: (exchange: ShownExchange, sandbox: string) => void
  readonly onPreflight: (preflight: Preflight, sandbox: string) => void
}

/** Writes a line for each exchange and each preflight: for people, for machines, or not at all. */
export function logger(form: LogForm, stdout: Output): Partial<Log> {
  if (form === 'silent') return {}
  const lines = form === 'json' ? jsonLines : prettyLines
  const output = new LogOutput(stdout, lines.dropped)
  return {
    onExchange: (exchange, sandbox) => output.write(lines.exchange(exchange, sandbox)),
    onPreflight: (preflight, sandbox) => output.write(lines.preflight(preflight, sandbox)),
  }
}

interface Lines {
  readonly exchange: (exchange: ShownExchange, sandbox: string) => string
  readonly preflight: (preflight: Preflight, sandbox: string) => string
  readonly dropped: (lines: number) => string
}

const jsonLines: Lines = {
  /** Without headers and bodies. */
  exchange: ({ request: { method, path }, response: { status }, ...exchange }, sandbox) =>
    JSON.stringify({ event: 'exchange', sandbox, method, path, status, ...exchange }),
  preflight: (preflight, sandbox) => JSON.stringify({ event: 'preflight', sandbox, ...preflight }),
  dropped: (lines) => JSON.stringify({ event: 'dropped', lines }),
}

const prettyLines: Lines = {
  /** `200 GET  /api/v0/instances/  assumed` */
  exchange: ({ request: { method, path }, response: { status }, basis, hint, fault }, sandbox) => {
    const why = [fault && `fault ${fault.name}`, hint].filter((part) => part !== null).join('; ')
    const shownStatus = status === 0 ? '---' : String(status)
    return printable(
      `  ${shownStatus} ${method.padEnd(6)} ${path}  ${basis}${at(sandbox)}${why === '' ? '' : `  (${why})`}`,
    )
  },
  /** `204 OPTIONS /api/v0/instances/  preflight  (http://localhost:5173: PATCH, x-request-id)` */
  preflight: ({ origin, path, method, headers }, sandbox) => {
    const asked = [method, headers].filter((part) => part !== null).join(', ')
    return printable(`  204 OPTIONS ${path}  preflight${at(sandbox)}  (${origin ?? 'no origin'}: ${asked})`)
  },
  dropped: (lines) => `  … ${lines.toLocaleString('en')} ${lines === 1 ? 'line was' : 'lines were'} not written`,
}

const at = (sandbox: string): string => (sandbox === 'default' ? '' : `  ~${sandbox}`)
