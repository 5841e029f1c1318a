import { callsAroundFault, type Fact, requestKey } from './fact.ts'

/** Lines of a client's requests that a report shows. */
const MAX_SHOWN_REQUESTS = 12

const MAX_SHOWN_CHARACTERS = 160
const beginning = (text: string): string =>
  text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text

/** What stands between a request and its answer. */
export const ANSWERED = ' -> '

/**
 * What a client sent to the sandbox where the fault was met, from the call before it on. Requests that follow each
 * other, are the same and are answered with the same status share a line: `x12`.
 */
export function requestLines(calls: readonly Fact[], met?: Fact): string[] {
  const repeats: Fact[][] = []
  const around = callsAroundFault(calls, met)
  for (const call of around) {
    const last = repeats.at(-1)
    if (last?.[0] !== undefined && isSame(last[0], call)) last.push(call)
    else repeats.push([call])
  }
  const shown = repeats.slice(0, MAX_SHOWN_REQUESTS)
  const more = repeats.slice(MAX_SHOWN_REQUESTS).flat().length
  return [
    ...shown.flatMap(([call, ...others]) =>
      call ? [lineOf(call, 1 + others.length, { first: calls[0] ?? call, begun: around[0] ?? call })] : [],
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

const isSame = (a: Fact, b: Fact): boolean =>
  requestKey(a) === requestKey(b) && a.status === b.status && a.fault?.name === b.fault?.name

/** @param from the first call of the run, and the first that is shown: from these the seconds count */
function lineOf(call: Fact, times: number, { first, begun }: Readonly<Record<'first' | 'begun', Fact>>): string {
  const { method, path, query, requestBody, status, happened, fault, responseBody } = call
  const asked = [method, `${path}${query === '' ? '' : `?${readable(query)}`}`, beginning(requestBody)]
  const answer = [
    status === 0 ? 'no response' : String(status),
    times === 1 ? '' : `x${times}`,
    fault === null ? '' : happened ? '(injected, after it happened)' : '(injected)',
    status === 0 ? '' : beginning(responseBody.replaceAll(/\s+/g, ' ')).trimEnd(),
  ]
  const [sent, got] = [asked, answer].map((parts) => parts.filter((part) => part !== '').join(' '))
  const clockMs = call.startedMs - begun.startedMs
  const isAhead = clockMs > beganMs(call) - beganMs(begun) + SHOWN_LEAD_MS
  const clock = isAhead ? ` (clock +${(clockMs / 1000).toFixed(2)} s)` : ''
  return `${((beganMs(call) - beganMs(first)) / 1000).toFixed(2)} s${clock}: ${sent}${ANSWERED}${got}`
}

/** A clock of the sandbox that is ahead of real time by more has waits passed on it. */
const SHOWN_LEAD_MS = 100

/** When it was sent, in real time. */
const beganMs = ({ realEndedMs, realMs }: Fact): number => realEndedMs - (realMs ?? 0)

/** `{"name":{"eq":"x"}}` for `%7B%22name%22…`, where it can be decoded. */
function readable(query: string): string {
  try {
    return beginning(decodeURIComponent(query))
  } catch {
    return beginning(query)
  }
}
