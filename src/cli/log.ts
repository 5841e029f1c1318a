import type { Exchange } from '../harness/journal.ts'
import { presentExchange } from '../harness/present-exchange.ts'

export type LogForm = 'pretty' | 'json' | 'silent'

/** Writes a line for each exchange: for people, for machines, or not at all. */
export function logger(form: LogForm): ((exchange: Exchange, sandbox: string) => void) | undefined {
  if (form === 'silent') return undefined
  return (exchange, sandbox) =>
    process.stdout.write(`${form === 'json' ? jsonLine(exchange, sandbox) : prettyLine(exchange, sandbox)}\n`)
}

function jsonLine(exchange: Exchange, sandbox: string): string {
  const { request, answer, ...shown } = presentExchange(exchange)
  return JSON.stringify({
    event: 'exchange',
    sandbox,
    ...shown,
    method: request.method,
    path: request.path,
    status: answer.status,
  })
}

/** `200 GET  /api/v0/instances/  assumed` */
function prettyLine({ status, method, path, basis, hint, fault }: Exchange, sandbox: string): string {
  const where = sandbox === 'default' ? '' : `  ~${sandbox}`
  const why = [fault && `fault ${fault.name}`, hint].filter((part) => part !== null).join('; ')
  return `  ${status} ${method.padEnd(6)} ${path}  ${basis}${where}${why === '' ? '' : `  (${why})`}`
}
