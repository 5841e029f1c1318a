import type { ShownFault } from '../../../../testing/faults/present.ts'
import { counted } from '../../parts/format.ts'

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const ofCriteria: Readonly<Record<string, (value: unknown) => string>> = {
  operation: asText,
  method: asText,
  path: asText,
  user_id: (id) => `of user ${asText(id)}`,
  api_key: (key) => `with key ${asText(key)}`,
  headers: (value) => `with headers ${asText(value)}`,
  query: (value) => `with query ${asText(value)}`,
  body: (value) => `with body ${asText(value)}`,
}

/** Which requests a fault is for. */
export function matchInWords(match: object): string {
  const said = Object.entries(match).map(([name, value]) => ofCriteria[name]?.(value) ?? `${name} ${asText(value)}`)
  return said.length === 0 ? 'every request' : said.join(' ')
}

/** Which of the matching requests it fires on. */
export function whenInWords({ times, after, every, probability, between, sequence }: ShownFault['when']): string {
  const said = [
    after === undefined ? undefined : `after ${after}`,
    every === undefined ? undefined : `every ${ordinal(every)}`,
    times === undefined ? undefined : `the next ${times}`,
    probability === undefined ? undefined : `${Math.round(probability * 100)} % of them`,
    between === undefined ? undefined : `from ${between[0]} s to ${between[1]} s`,
    sequence === undefined ? undefined : `${counted(sequence.length, 'effect', 'effects')} in turn`,
  ].filter((part) => part !== undefined)
  return said.length === 0 ? 'always' : said.join(', ')
}

const ordinal = (count: number): string =>
  count === 1 ? 'one' : count === 2 ? 'second' : count === 3 ? '3rd' : `${count}th`

const ofEffects: Readonly<Record<string, (value: unknown) => string>> = {
  latency_ms: (ms) => `${Number(ms) / 1000} s late`,
  jitter_ms: (ms) => `up to ${Number(ms) / 1000} s more`,
  hang: () => 'never answers',
  status: (status) => `responds ${asText(status)}`,
  refuse: (refusal) => `refuses: ${asText(refusal)}`,
  reset: () => 'resets the connection',
  empty_response: () => 'closes the connection without an answer',
  html_502: () => 'answers 502 with a page',
  malformed_json: () => 'answers broken JSON',
  garbage: () => 'answers garbage',
  wrong_content_type: () => 'answers with a wrong content type',
  stream: (when) => (when === 'after' ? 'after the operation has happened' : ''),
  rate_limited: () => 'answers 429',
  truncate_body: (part) =>
    `cuts the body off after ${Number(part) < 1 ? `${Math.round(Number(part) * 100)} %` : `${Number(part)} bytes`}`,
  ids_above: (id) => `gives ids above ${asText(id)}`,
  headers: () => 'with other headers',
  body: (value) => `with the body ${asText(value)}`,
}

/** What a fault does. */
export const effectInWords = (effect: object | undefined): string =>
  effect === undefined
    ? 'one effect after the other'
    : Object.entries(effect)
        .map(([name, value]) => ofEffects[name]?.(value) ?? `${name.replaceAll('_', ' ')} ${asText(value)}`)
        .filter((part) => part !== '')
        .join(', ')
