import { isoInstant } from '../../kernel/clock.ts'
import { fingerprint } from '../../testing/journal/match.ts'
import { errorOf, type Lines } from './lines.ts'

const json = (value: unknown): string => JSON.stringify(value)

type Level = 'info' | 'warn' | 'error'

/** What every line begins with: what it is about, and when it was written, in real time. */
const head = (event: string, level: Level, msg: string): string =>
  `{"event":"${event}","time":"${isoInstant(Date.now())}","level":"${level}","msg":${json(msg)}`

/** A line of the log for machines. @param about is not empty */
export const jsonLine = (event: string, level: Level, msg: string, about: object): string =>
  `${head(event, level, msg)},${json(about).slice(1)}`

/** The whole path stands beside the message. */
const shortened = (path: string): string => (path.length <= 120 ? path : `${path.slice(0, 120)}…`)

/** A field that is there only where it has a value. */
const where = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${json(value)}`

export const jsonLines: Lines = {
  /** Put together from its parts, because to stringify an object of them takes more than twice as long. */
  exchange: (exchange, sandbox) => {
    const { method, path, query, status, id, startedMs, endedMs, operation, userId } = exchange
    const { keyDigest, rules, hint, fault, stub, named, realMs } = exchange
    const level = fault !== null || status === 0 || status >= 500 ? 'warn' : 'info'
    const error = status < 400 ? '' : where('error', errorOf(exchange))
    const request = `"sandbox":${json(sandbox)},"method":${json(method)},"path":${json(path)},"query":${query === '' ? '""' : json(query)},"status":${status}${error}`
    const when = `"id":${id},"at":"${isoInstant(startedMs)}","duration_ms":${endedMs - startedMs}`
    const key = keyDigest === null ? null : `{"fingerprint":"${fingerprint(keyDigest)}","user_id":${userId}}`
    const who = `"operation":${json(operation)},"user_id":${userId},"api_key":${key}`
    const why = `"basis":"${exchange.basis}","rules":${json(rules)},"hint":${json(hint)},"fault":${json(fault)}${where('stub', stub)}`
    const names = `${where('request_id', named.requestId)}${where('trace_id', named.traceId)}`
    return `${head('exchange', level, `${method} ${shortened(path)} ${status}`)},"elapsed_ms":${realMs}${names},${request},${when},${who},${why},"near_misses":${json(exchange.nearMisses)}}`
  },
  finding: ({ kind, text, advice }, { id, operation }, sandbox) =>
    jsonLine('finding', 'warn', text, { sandbox, kind, operation, exchange: id, advice }),
  act: (text, sandbox) => jsonLine('act', 'info', text, { sandbox }),
  preflight: (preflight, sandbox) =>
    jsonLine('preflight', 'info', `OPTIONS ${shortened(preflight.path)} 204`, { sandbox, ...preflight }),
  evicted: (sandbox) =>
    jsonLine('sandbox_dropped', 'warn', `the sandbox ${sandbox} was evicted for want of room`, { sandbox }),
  connectionsRefused: (open) =>
    jsonLine('connections_refused', 'warn', `${open} connections are open: further ones are refused`, { open }),
  unreadable: (guess, count) =>
    jsonLine('unreadable_request', 'warn', `a request that cannot be read: ${guess}`, { guess, count }),
  dropped: (lines) => jsonLine('dropped', 'warn', `${lines} lines were not written`, { lines }),
}
