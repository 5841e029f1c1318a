import type { Fact } from '../../testing/trial/fact.ts'
import { TRIAL_FAULT } from '../../testing/trial/trial.ts'

/** Lines of a client's requests that a report shows. */
const MAX_SHOWN_REQUESTS = 12

const MAX_SHOWN_CHARACTERS = 160
const beginning = (text: string): string =>
  text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text

/** What stands between a request and its answer. */
export const ANSWERED = ' -> '

/**
 * What a client sent to the sandbox whose call met the fault, from the call before it on. Requests that follow each
 * other, are the same and are answered with the same status share a line: `x12`.
 */
export function requestLines(calls: readonly Fact[]): string[] {
  const sandbox = calls.find(isMet)?.sandbox
  const own = calls.filter((call) => call.sandbox === sandbox)
  const repeats = collapsed(own.slice(Math.max(0, own.findIndex(isMet) - 1)))
  const shown = repeats.slice(0, MAX_SHOWN_REQUESTS)
  const more = repeats.slice(MAX_SHOWN_REQUESTS).reduce((sum, { times }) => sum + times, 0)
  return [...shown.map((each) => lineOf(each, calls[0] ?? each.call)), ...(more > 0 ? [`and ${more} more`] : [])]
}

const isMet = ({ fault }: Fact): boolean => fault === TRIAL_FAULT

interface Repeated {
  /** The first of them. */
  readonly call: Fact
  times: number
}

function collapsed(calls: readonly Fact[]): readonly Repeated[] {
  const repeats: Repeated[] = []
  for (const call of calls) {
    const last = repeats.at(-1)
    if (last !== undefined && kindOf(last.call) === kindOf(call)) last.times += 1
    else repeats.push({ call, times: 1 })
  }
  return repeats
}

const kindOf = ({ keyDigest, method, path, query, requestDigest, status, fault }: Fact): string =>
  [keyDigest, method, path, query, requestDigest, status, fault].join(' ')

function lineOf({ call, times }: Repeated, first: Fact): string {
  const { method, path, query, request, status, happened, fault, response, endedMs } = call
  const asked = [method, `${path}${query === '' ? '' : `?${readable(query)}`}`, beginning(request)].filter(isSaid)
  const answer = [
    status === 0 ? 'no response' : String(status),
    times === 1 ? '' : `x${times}`,
    fault === null ? '' : happened ? '(injected, after it happened)' : '(injected)',
    status === 0 ? '' : beginning(response.replaceAll(/\s+/g, ' ')).trimEnd(),
  ].filter(isSaid)
  return `${((endedMs - first.endedMs) / 1000).toFixed(2)} s: ${asked.join(' ')}${ANSWERED}${answer.join(' ')}`
}

const isSaid = (part: string): boolean => part !== ''

/** `{"name":{"eq":"x"}}` for `%7B%22name%22…`, where it can be decoded. */
function readable(query: string): string {
  try {
    return beginning(decodeURIComponent(query))
  } catch {
    return beginning(query)
  }
}
