import { nearest } from '../kernel/nearest.ts'
import { problemText, problemsOf } from '../kernel/wire.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { exchangeTest, journalFilters } from '../testing/journal/filter.ts'
import { SteeringError } from './error.ts'

/** Parameters of a list, which are no criteria of a search. */
const OF_LIST = new Set(['limit', 'before', 'since'])

/** The names of the criteria: those of the query of `GET /_sim/requests`, and `header`. */
const names = [...Object.keys(journalFilters.shape).filter((name) => !OF_LIST.has(name)), 'header']

/** A criterion, a phrase in double quotes or a word, each excluded by a `-` before it. */
const PART = /(-?)(?:([a-z][\w-]*):(?!\/\/)("[^"]*"|\S*)|("[^"]*")|([^\s"]+))/gi

type Test = (exchange: Exchange) => boolean

/**
 * Reads a search as a person writes it: `status:>=400 op:instances.list header:pays-with-card -nightly`.
 * @throws SteeringError `invalid_args` for what it does not understand
 */
export function readSearch(q: string): Test {
  const wanted: Record<string, string> = {}
  const words: string[] = []
  const tests: Test[] = []
  for (const [part, minus, criterion, value = '', phrase, word = ''] of q.matchAll(PART)) {
    const isExcluded = minus === '-'
    if (criterion === undefined) {
      const text = phrase ?? word
      if (isExcluded) tests.push(excluding({ text }, part))
      else words.push(text)
      continue
    }
    const name = nameOf(criterion.toLowerCase())
    const text = value.replaceAll('"', '')
    if (name === 'header') tests.push(isExcluded ? not(headerTest(text)) : headerTest(text))
    else if (isExcluded) tests.push(excluding({ [name]: text }, part))
    else if (name === 'status' && wanted[name] !== undefined) wanted[name] += `,${text}`
    else wanted[name] = text
  }
  tests.push(read({ ...wanted, ...(words.length > 0 && { text: words.join(' ') }) }, q))
  return (exchange) => tests.every((test) => test(exchange))
}

function nameOf(criterion: string): string {
  const name = criterion === 'op' ? 'operation' : criterion
  if (names.includes(name)) return name
  const [near] = nearest(name, names)
  throw new SteeringError(
    'invalid_args',
    `I do not understand "${criterion}:"`,
    near === undefined
      ? `there are ${names.join(', ')}; words with a colon stand in double quotes`
      : `did you mean ${near}:?`,
  )
}

function read(criteria: object, written: string): Test {
  const filter = journalFilters.safeParse(criteria)
  if (filter.success) return exchangeTest(filter.data)
  throw new SteeringError(
    'invalid_args',
    `I do not understand "${written.trim()}"`,
    problemsOf(filter.error).map(problemText).join('; '),
  )
}

const not =
  (test: Test): Test =>
  (exchange) =>
    !test(exchange)

const excluding = (criteria: object, written: string): Test => not(read(criteria, written))

/** Whether a text stands in a header of the request or the response, name and value. */
const headerTest =
  (text: string): Test =>
  ({ requestHeaders, responseHeaders }) =>
    [requestHeaders, responseHeaders]
      .flatMap((headers) => Object.entries(headers))
      .some(([name, value]) => `${name}: ${value}`.toLowerCase().includes(text.toLowerCase()))
