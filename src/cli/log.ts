import type { ShownExchange } from '../harness/present-exchange.ts'
import { printable } from '../kernel/printable.ts'

export type LogForm = 'pretty' | 'json' | 'silent'

/** Writes a line for each exchange: for people, for machines, or not at all. */
export function logger(form: LogForm): ((exchange: ShownExchange, sandbox: string) => void) | undefined {
  if (form === 'silent') return undefined
  const line = form === 'json' ? jsonLine : prettyLine
  return (exchange, sandbox) => process.stdout.write(`${line(exchange, sandbox)}\n`)
}

function jsonLine({ request, answer, ...shown }: ShownExchange, sandbox: string): string {
  const { method, path } = request
  return JSON.stringify({ event: 'exchange', sandbox, method, path, status: answer.status, ...shown })
}

/** `200 GET  /api/v0/instances/  assumed` */
function prettyLine({ request, answer, basis, hint, fault }: ShownExchange, sandbox: string): string {
  const where = sandbox === 'default' ? '' : `  ~${sandbox}`
  const why = [fault && `fault ${fault.name}`, hint].filter((part) => part !== null).join('; ')
  const status = answer.status === 0 ? '---' : String(answer.status)
  return printable(
    `  ${status} ${request.method.padEnd(6)} ${request.path}  ${basis}${where}${why === '' ? '' : `  (${why})`}`,
  )
}
