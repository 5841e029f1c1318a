import { grouped } from '../kernel/grouped.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { fingerprint } from '../testing/journal/match.ts'
import type { ServingOptions } from '../server/engine.ts'
import type { Preflight } from '../server/preflight.ts'
import { defectsTo } from './simulation.ts'
import type { Output } from './io.ts'
import type { ListenSettings } from '../node/listen.ts'
import { LogOutput } from '../node/processes/log-output.ts'
import { isoInstant } from '../kernel/clock.ts'
import { memoizeByObject } from '../kernel/memoize-by-object.ts'
import { printable } from '../kernel/printable.ts'

export type LogForm = 'pretty' | 'json' | 'silent'

type Listeners = Pick<ServingOptions, 'log' | 'onPreflight' | 'onEvicted'> &
  Pick<ListenSettings, 'onConnectionsRefused'>

/** Writes a line for each exchange and each preflight: for people, for machines, or not at all. */
export function logger(form: LogForm, stdout: Output): Listeners {
  if (form === 'silent') return {}
  const lines = form === 'json' ? jsonLines : prettyLines
  const output = new LogOutput(stdout, lines.dropped)
  return {
    log: (exchange, sandbox) => output.write(lines.exchange(exchange, sandbox)),
    onPreflight: (preflight, sandbox) => output.write(lines.preflight(preflight, sandbox)),
    onConnectionsRefused: (open) => output.write(lines.connectionsRefused(open)),
    onEvicted: (sandbox) => output.write(lines.evicted(sandbox)),
  }
}

interface Lines {
  /** Reads neither headers nor bodies: to mask their secrets takes long. */
  readonly exchange: (exchange: Exchange, sandbox: string) => string
  readonly preflight: (preflight: Preflight, sandbox: string) => string
  readonly connectionsRefused: (open: number) => string
  readonly evicted: (sandbox: string) => string
  readonly dropped: (lines: number) => string
}

const json = (value: unknown): string => JSON.stringify(value)

/** Equal lists of rules are one (see `Trace`). */
const rulesJson = memoizeByObject((rules: readonly string[]) => json(rules))

type Level = 'info' | 'warn' | 'error'

/** What every line begins with: what it is about, and when it was written, in real time. */
const head = (event: string, level: Level, msg: string): string =>
  `{"event":"${event}","time":"${isoInstant(Date.now())}","level":"${level}","msg":${json(msg)}`

/** A line of the log for machines. @param about is not empty */
export const jsonLine = (event: string, level: Level, msg: string, about: object): string =>
  `${head(event, level, msg)},${json(about).slice(1)}`

/** Writes defects of the simulator: as one line of JSON each where a machine reads. */
export const defectsAs = (form: LogForm, stderr: Output): Pick<ServingOptions, 'onDefect'> =>
  form === 'json'
    ? { onDefect: ({ message, stack }) => void stderr.write(`${jsonLine('defect', 'error', message, { stack })}\n`) }
    : defectsTo(stderr)

/** The whole path stands beside the message. */
const shortened = (path: string): string => (path.length <= 120 ? path : `${path.slice(0, 120)}…`)

const jsonLines: Lines = {
  /** Put together from its parts, because to stringify an object of them takes more than twice as long. */
  exchange: (exchange, sandbox) => {
    const {
      method,
      path,
      status,
      id,
      startedMs,
      endedMs,
      operation,
      userId,
      keyDigest,
      rules,
      hint,
      fault,
      stub,
      named,
      realMs,
    } = exchange
    const level = fault !== null || status === 0 || status >= 500 ? 'warn' : 'info'
    const request = `"sandbox":${json(sandbox)},"method":${json(method)},"path":${json(path)},"status":${status}`
    const when = `"id":${id},"at":"${isoInstant(startedMs)}","duration_ms":${endedMs - startedMs}`
    const key = keyDigest === null ? null : `{"fingerprint":"${fingerprint(keyDigest)}","user_id":${userId}}`
    const who = `"operation":${json(operation)},"user_id":${userId},"api_key":${key}`
    const why = `"basis":"${exchange.basis}","rules":${rulesJson(rules)},"hint":${json(hint)},"fault":${json(fault)}${stub === undefined ? '' : `,"stub":${json(stub)}`}`
    const { requestId, traceId } = named
    const names = `${requestId === undefined ? '' : `,"request_id":${json(requestId)}`}${traceId === undefined ? '' : `,"trace_id":"${traceId}"`}`
    return `${head('exchange', level, `${method} ${shortened(path)} ${status}`)},"elapsed_ms":${realMs}${names},${request},${when},${who},${why},"near_misses":${json(exchange.nearMisses)}}`
  },
  preflight: (preflight, sandbox) =>
    jsonLine('preflight', 'info', `OPTIONS ${shortened(preflight.path)} 204`, { sandbox, ...preflight }),
  evicted: (sandbox) =>
    jsonLine('sandbox_dropped', 'warn', `the sandbox ${sandbox} was evicted for want of room`, { sandbox }),
  connectionsRefused: (open) =>
    jsonLine('connections_refused', 'warn', `${open} connections are open: further ones are refused`, { open }),
  dropped: (lines) => jsonLine('dropped', 'warn', `${lines} lines were not written`, { lines }),
}

const prettyLines: Lines = {
  /** `200 GET  /api/v0/instances/  assumed` */
  exchange: ({ method, path, status, basis, hint, fault, stub = null }, sandbox) => {
    const why = [stub && `stub ${stub}`, fault && `fault ${fault.name}`, hint]
      .filter((part) => part !== null)
      .join('; ')
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
  connectionsRefused: (open) => `  ${grouped(open)} connections are open: further ones are refused (--max-connections)`,
  evicted: (sandbox) => printable(`  the sandbox ${sandbox} was evicted for want of room`),
  dropped: (lines) => `  … ${grouped(lines)} ${lines === 1 ? 'line was' : 'lines were'} not written`,
}

const at = (sandbox: string): string => (sandbox === 'default' ? '' : `  ~${sandbox}`)
