import { nearest } from '../kernel/nearest.ts'
import { problemText, problemsOf, type InputOf, strictObject } from '../kernel/wire.ts'
import { type Exchange, shownExchange } from '../testing/journal/exchange.ts'
import { exchangeTest, journalFilters, MAX_SEARCH, searchBy } from '../testing/journal/filter.ts'
import { SteeringError } from './error.ts'
import { z } from 'zod'
import { isoInstant } from '../kernel/clock.ts'
import { strengths, supportOf } from '../kernel/evidence.ts'
import { collections } from '../marketplace/collections.ts'
import { instanceSchedule } from '../marketplace/instances/status.ts'
import { rulesById } from '../marketplace/rule-id.ts'
import { references } from '../marketplace/references.ts'
import type { ControlLogEntry } from '../sandbox/control-log.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { World } from '../sandbox/world.ts'
import { findingKinds } from '../testing/findings/finding.ts'
import { publishedKeys } from '../testing/fixtures/keys.ts'
import { presentExchange } from '../testing/journal/present-exchange.ts'
import { keyDigest } from '../kernel/secret.ts'
import { call } from './call.ts'
import { curlOf } from './curl.ts'
import { forkBefore, worldId, isError } from './sandboxes.ts'
import { exchangeOf } from './requests.ts'
import { inProgress } from './clock.ts'
import { decidingRules, isOfEveryRequest, whyInLine, whyInSentence } from './why.ts'

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
function readSearch(q: string): Test {
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

const strength = z.enum(strengths).nullable()

const journalLine = strictObject({
  id: z.int(),
  at: z.iso.datetime(),
  duration_ms: z.number().describe("In milliseconds of the sandbox's clock."),
  operation: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  query: z.string().describe('Decoded, with its question mark; empty for none.'),
  status: z.int().describe('0 when there was no response.'),
  basis: z.enum(['documented', 'assumed', 'injected']),
  strength: strength.describe('How well an assumed answer is supported.'),
  why: z.string().describe('In one line: the error, the fault, the changed rows. Empty where nothing stands out.'),
  fault: z.string().nullable(),
  findings: z.array(z.enum(findingKinds)),
  held: strictObject({ fault: z.string(), until: z.iso.datetime().nullable() })
    .nullable()
    .describe('Set while a fault holds the request; its status is 0 until then.'),
})
export type JournalLine = InputOf<typeof journalLine>

const journalEvent = strictObject({
  at: z.iso.datetime(),
  after: z.int().describe('The number of the last request that had begun by then.'),
  text: z.string(),
})
export type JournalEvent = InputOf<typeof journalEvent>

const journalPage = strictObject({
  world: z.string().describe('Another one after a reset, a restore, a restart, and once the journal is cleared.'),
  total: z.int().describe('How many requests the search finds.'),
  all: z.int(),
  dropped: z.int(),
  older: z.int().describe('How many of them lie before the lines.'),
  newer: z.int().describe('How many of them lie after the lines.'),
  errors: z.int().describe('Of all requests.'),
  faults: z.int(),
  findings: z.int(),
  lines: z.array(journalLine).describe('By their numbers.'),
  events: z.array(journalEvent).describe('What happened to the world between them, oldest first.'),
})
export type JournalPage = InputOf<typeof journalPage>

const namedRule = strictObject({
  id: z.string(),
  text: z.string(),
  basis: z.enum(['documented', 'assumed', 'injected']),
  source: z.string(),
  strength,
  status: z.int().nullable(),
  of_every_request: z.boolean(),
})

const journalEntry = strictObject({
  world: z.string(),
  request: shownExchange,
  sentence: z.string().describe('Why it was answered so.'),
  deciding_rule: z.string().nullable(),
  basis_rule: z.string().nullable().describe('The rule that makes the answer an assumed one.'),
  rules: z.array(namedRule),
  findings: z.array(strictObject({ kind: z.enum(findingKinds), text: z.string(), advice: z.string() })),
  real_ms: z.number().nullable(),
  user: z.string().nullable(),
  curl: z.string().describe('A command that sends the same request to this sandbox.'),
  key: z.string().nullable().describe('The key that came with it, where the package publishes it.'),
  strength,
  previous: z.int().nullable(),
  next: z.int().nullable(),
  can_rewind: z.boolean().describe('Whether the world before it was kept.'),
  rewound: z.string().nullable().describe('The sandbox that has the world before it, where one was opened.'),
  rows: z.record(z.string(), z.string()).describe('The collection of an id in its bodies, by the name of the field.'),
})
export type JournalEntry = InputOf<typeof journalEntry>

const DEFAULT_LIMIT = 200

const number = z
  .string()
  .regex(/^\d{1,15}$/, 'is not a number')
  .transform(Number)

export const journalCalls = {
  list: call('GET /journal', {
    summary: 'A line for each request, without bodies, and the changes of the world between them',
    takes: strictObject({
      q: z
        .string()
        .max(MAX_SEARCH)
        .optional()
        .describe('Words and criteria: `status:>=400 op:instances.list header:nightly -injected`.'),
      before: number.optional().describe('Only requests with a lower number.'),
      since: number.optional().describe('Only requests with a higher number, the first of them.'),
      around: number.optional().describe('The requests around that number.'),
      limit: number.optional().describe(`How many lines. Default: ${DEFAULT_LIMIT}.`),
    }),
    shows: journalPage,
    act: async ({ sandbox }, { q = '', before, since, around, limit = DEFAULT_LIMIT }): Promise<JournalPage> => {
      const { world } = sandbox
      const all = world.journal.entries()
      const held = world.delays.pending().map(({ exchange }) => exchange)
      const isWanted = readSearch(q)
      const found = q === '' ? all : await searchBy(world.journal, isWanted)
      const lines: readonly { readonly id: number }[] = q === '' ? [...found, ...held.map((id) => ({ id }))] : found
      const sorted = lines.map(({ id }) => id).toSorted((a, b) => a - b)
      const page = pageOf(sorted, { before, since, around, limit })
      const [first = 0, last = 0] = [page[0], page.at(-1)]
      const wanted = new Set(page)
      return {
        world: worldId(world),
        total: sorted.length,
        all: all.length + held.length,
        dropped: world.journal.dropped,
        older: sorted.filter((id) => id < first).length,
        newer: page.length === 0 ? 0 : sorted.filter((id) => id > last).length,
        errors: all.filter(isError).length,
        faults: all.filter(({ fault }) => fault !== null).length,
        findings: all.filter(({ observations }) => observations.length > 0).length,
        lines: [
          ...found.filter(({ id }) => wanted.has(id)).map((each) => lineOf(each, world)),
          ...heldLines(world).filter(({ id }) => wanted.has(id)),
        ].toSorted((a, b) => a.id - b.id),
        events: eventsIn(world),
      }
    },
  }),
  get: call('GET /journal/:id', {
    summary: 'One request with its rules, its findings, its neighbours and the reason for its response',
    shows: journalEntry,
    act: ({ sandbox, sandboxes, base = '', params: { id } }): JournalEntry => {
      const exchange = exchangeOf(sandbox, id)
      const { world } = sandbox
      const { deciding, basis } = decidingRules(exchange, world.rules)
      const key = publishedKeys(world.tables.users.values()).find(
        (published) => keyDigest(published.key) === exchange.keyDigest,
      )?.key
      const rewound = forkBefore(exchange, sandboxes)
      const ids = world.journal.entries().map((each) => each.id)
      return {
        world: worldId(world),
        request: presentExchange(exchange),
        sentence: whyInSentence(exchange, world),
        deciding_rule: deciding,
        basis_rule: basis,
        rules: exchange.rules.map((rule) => presentRule(rule, world)),
        findings: exchange.observations.map(({ kind, text, advice }) => ({ kind, text, advice })),
        real_ms: exchange.realMs,
        user: userOf(sandbox, exchange),
        curl: curlOf(exchange, base, key),
        key: key ?? null,
        strength: strengthOf(exchange),
        previous: greatest(ids.filter((each) => each < exchange.id)),
        next: least(ids.filter((each) => each > exchange.id)),
        can_rewind: exchange.before !== undefined,
        rewound: rewound?.name ?? null,
        rows: collectionOfField(exchange.operation),
      }
    },
  }),
}

const greatest = (ids: readonly number[]): number | null => (ids.length === 0 ? null : Math.max(...ids))
const least = (ids: readonly number[]): number | null => (ids.length === 0 ? null : Math.min(...ids))

interface PageWanted {
  readonly before: number | undefined
  readonly since: number | undefined
  readonly around: number | undefined
  readonly limit: number
}

/** The numbers of a page of a list, which is sorted. */
function pageOf(ids: readonly number[], { before, since, around, limit }: PageWanted): readonly number[] {
  if (around !== undefined) {
    const at = ids.findIndex((id) => id >= around)
    const middle = at === -1 ? ids.length : at
    const from = Math.max(0, Math.min(middle - Math.floor(limit / 2), ids.length - limit))
    return ids.slice(from, from + limit)
  }
  if (since !== undefined) return ids.filter((id) => id > since).slice(0, limit)
  const earlier = before === undefined ? ids : ids.filter((id) => id < before)
  return limit === 0 ? [] : earlier.slice(-limit)
}

/** Of a query or a reason in a line. */
const MAX_LINE_CHARACTERS = 300

const shortened = (text: string): string =>
  text.length > MAX_LINE_CHARACTERS ? `${text.slice(0, MAX_LINE_CHARACTERS)}…` : text

/** A query without percent signs. */
const readableQuery = (query: string): string =>
  query === ''
    ? ''
    : `?${[...new URLSearchParams(query)].map(([name, value]) => (value === '' ? name : `${name}=${value}`)).join('&')}`

const strengthOf = ({ basis, responseHeaders }: Exchange) =>
  basis === 'assumed' ? (strengths.find((each) => each === responseHeaders['x-sim-evidence']) ?? null) : null

function lineOf(exchange: Exchange, world: World): JournalLine {
  const { id, startedMs, endedMs, operation, method, path, query, status, basis, fault, observations } = exchange
  return {
    id,
    at: isoInstant(startedMs),
    duration_ms: endedMs - startedMs,
    operation,
    method,
    path: shortened(path),
    query: shortened(readableQuery(query)),
    status,
    basis,
    strength: strengthOf(exchange),
    why: shortened(whyInLine(exchange, world)),
    fault: fault?.name ?? null,
    findings: [...new Set(observations.map(({ kind }) => kind))],
    held: null,
  }
}

const heldLines = ({ delays, clock }: World): readonly JournalLine[] =>
  delays.pending().map(({ exchange, sinceMs, request, method, path, fault, until }) => ({
    id: exchange,
    at: isoInstant(sinceMs),
    duration_ms: clock.nowMs - sinceMs,
    operation: request.operation,
    method,
    path: shortened(path),
    query: shortened(readableQuery(request.query)),
    status: 0,
    basis: 'injected',
    strength: null,
    why: `Fault ${fault} holds it ${until === null ? 'until you release it' : `until ${until.slice(11, 19)}`}`,
    fault,
    findings: [],
    held: { fault, until },
  }))

/** What control calls did to a world, and what happened with time since its first request; oldest first. */
function eventsIn(world: World): readonly JournalEvent[] {
  const { controlLog, clock, journal } = world
  const starts = journal
    .entries()
    .map(({ id, startedMs }) => ({ id, startedMs }))
    .toSorted((a, b) => a.id - b.id)
  const boots = instanceSchedule(world)
    .filter(({ atMs }) => atMs <= clock.nowMs)
    .flatMap(({ atMs, text }): readonly ControlLogEntry[] => {
      const after = starts.findLast(({ startedMs }) => startedMs < atMs)?.id
      return after === undefined ? [] : [{ text: inProgress(text), after, atMs }]
    })
  return [...controlLog.list().filter(({ text }) => text !== 'clock +0 s'), ...boots]
    .toSorted((a, b) => a.after - b.after || a.atMs - b.atMs)
    .map(({ text, after, atMs }) => ({ text, after, at: isoInstant(atMs) }))
}

function presentRule(id: string, { rules: inForce }: World): InputOf<typeof namedRule> {
  const rule = rulesById.get(id)
  const common = { id, of_every_request: isOfEveryRequest(id) }
  if (rule === undefined) return { ...common, text: '', basis: 'injected', source: '', strength: null, status: null }
  const { basis, text, source, status = null, evidence } = inForce.of(rule)
  return { ...common, basis, text, source, status, strength: basis === 'assumed' ? supportOf(evidence).strength : null }
}

/** Whose key came with it; a path that no operation takes knows no user. */
function userOf({ world: { tables } }: Sandbox, { userId, keyDigest: digest }: Exchange): string | null {
  if (digest === null) return null
  const user =
    userId === null
      ? tables.users.values().find(({ api_keys }) => api_keys.some(({ key_sha256 }) => key_sha256 === digest))
      : tables.users.get(userId)
  return user === undefined ? 'unknown key' : `${user.name} (${user.id})`
}

/** `user_id` to users; a plain `id` to the rows that the operation is about. */
function collectionOfField(operation: string | null): Readonly<Record<string, string>> {
  const resource = operation?.split('.')[0]?.replaceAll('-', '_') ?? ''
  const own = collections.find((each) => each === resource || each === `${resource}s`)
  return {
    ...Object.fromEntries(references.map(({ field, item, to }) => [item ?? field, to])),
    new_contract: 'instances',
    ...(own && { id: own }),
  }
}
