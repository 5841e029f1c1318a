import { groupDigits } from '../../kernel/group-digits.ts'
import { printable } from '../../kernel/printable.ts'
import { errorOf, type Lines } from './lines.ts'

export const prettyLines: Lines = {
  /** `  12:00:01  200 GET    /api/v0/instances/?owner=me  3 ms  assumed  (hint)` */
  exchange: (exchange, sandbox) => {
    const { method, path, query, status, basis, hint, fault, stub, realMs } = exchange
    const why = [errorOf(exchange), stub && `stub ${stub}`, fault && `fault ${fault.name}`, hint].filter(
      (part) => part !== undefined && part !== null,
    )
    const asked = `${status === 0 ? '---' : status} ${method.padEnd(6)} ${path}${query === '' ? '' : `?${query}`}`
    const took = realMs === null ? '' : `  ${groupDigits(realMs)} ms`
    return line(`${asked}${took}  ${basis}${at(sandbox)}${why.length === 0 ? '' : `  (${why.join('; ')})`}`)
  },
  finding: ({ kind, text }, { id }, sandbox) => line(`finding ${kind}${at(sandbox)}  exchange ${id}: ${text}`),
  act: (text, sandbox) => line(`${text}${at(sandbox)}`),
  /** `  12:00:01  204 OPTIONS /api/v0/instances/  preflight  (http://localhost:5173: PATCH, x-request-id)` */
  preflight: ({ origin, path, method, headers }, sandbox) => {
    const asked = [method, headers].filter((part) => part !== null).join(', ')
    return line(`204 OPTIONS ${path}  preflight${at(sandbox)}  (${origin ?? 'no origin'}: ${asked})`)
  },
  connectionsRefused: (open) =>
    line(`${groupDigits(open)} connections are open: further ones are refused (--max-connections)`),
  unreadable: (guess, count) =>
    line(`a request that cannot be read${count === 1 ? '' : `, number ${groupDigits(count)}`}  (${guess})`),
  evicted: (sandbox) => line(`the sandbox ${sandbox} was evicted for want of room`),
  dropped: (lines) => line(`… ${groupDigits(lines)} ${lines === 1 ? 'line was' : 'lines were'} not written`),
}

const at = (sandbox: string): string => (sandbox === 'default' ? '' : `  ~${sandbox}`)

const line = (text: string): string => `  ${timeOfDay(Date.now())}  ${printable(text)}`

/** `12:00:01` as the clock of this machine shows it. */
const timeOfDay = (ms: number): string => new Date(ms).toTimeString().slice(0, 8)
