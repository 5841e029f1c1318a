import { isObject } from '../kernel/object.ts'
import { z } from 'zod'
import { type InputOf, strictObject } from '../kernel/wire.ts'
import { mergedChoices } from '../marketplace/rule-choices.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { chosenIn } from '../sandbox/world-config.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import { presentExchange } from '../testing/journal/present-exchange.ts'
import { call } from './call.ts'
import { SteeringError } from './error.ts'

/** Where two JSON values differ. */
export interface Difference {
  /** `instances[id=31].label`; empty for the whole. */
  readonly path: string
  /** Undefined where that side has nothing there. */
  readonly left: unknown
  readonly right: unknown
}

/** A comparison stops after so many, and looks no deeper than so. */
const MAX_DIFFERENCES = 200
const MAX_COMPARED_DEPTH = 20

/** Fields that tell an instant, or how long something is or was. */
const OF_TIME = /(^|[._])(date|at|since|duration|time|mins|remaining)(_|$)/

/**
 * The differences of two JSON values, except for fields that tell a time. Rows of lists are compared by their ids where
 * all have one, else by their place.
 */
function differences(left: unknown, right: unknown): readonly Difference[] {
  const found: Difference[] = []
  const compare = (a: unknown, b: unknown, path: string, depth: number): void => {
    if (found.length >= MAX_DIFFERENCES || a === b) return
    const [ours, theirs] = [itemsOf(a), itemsOf(b)]
    if (
      ours === undefined ||
      theirs === undefined ||
      Array.isArray(a) !== Array.isArray(b) ||
      depth > MAX_COMPARED_DEPTH
    ) {
      if (JSON.stringify(a) !== JSON.stringify(b)) found.push({ path, left: a, right: b })
      return
    }
    for (const name of new Set([...ours.keys(), ...theirs.keys()]))
      if (!OF_TIME.test(name))
        compare(ours.get(name), theirs.get(name), path === '' ? name.replace(/^\./, '') : path + name, depth + 1)
  }
  compare(left, right, '', 0)
  return found
}

/** The items of a list or an object, by what leads to them. */
function itemsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    const ids = items.map((item): unknown => (isObject(item) && 'id' in item ? item.id : undefined))
    const isById = ids.every((id) => id !== undefined) && new Set(ids).size === ids.length
    return new Map(items.map((item, at) => [isById ? `[id=${JSON.stringify(ids[at])}]` : `[${at}]`, item]))
  }
  if (typeof value !== 'object' || value === null) return undefined
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
  return new Map(entries.map(([name, item]) => [`.${name}`, item]))
}

/** Of longer journals the first so many requests are compared. */
const MAX_COMPARED = 500

/** Characters of bodies that are read as JSON; beyond them bodies are compared as texts. */
const MAX_COMPARED_CHARACTERS = 4_000_000

const side = strictObject({ id: z.int(), method: z.string(), path: z.string(), status: z.int() })
  .nullable()
  .describe('Null where that sandbox has no further request.')

const comparison = strictObject({
  here: z.string(),
  there: z.string(),
  same: z.int().describe('How many requests are the same, except for times.'),
  first_difference: strictObject({
    here: side,
    there: side,
    path: z.string().describe('The first part that differs, as `response.body.instances`.'),
  }).nullable(),
  setup: z.array(strictObject({ path: z.string(), here: z.unknown(), there: z.unknown() })),
})
export type Comparison = InputOf<typeof comparison>

export const compare = call('GET /compare/:sandbox', {
  summary: 'The first request in which two sandboxes differ, and the differences of their setup',
  shows: comparison,
  act: ({ sandbox: here, sandboxes, documents, params: { sandbox: name } }): Comparison => {
    const there = sandboxes.find(name)
    if (there === undefined) throw new SteeringError('not_found', `there is no sandbox "${name}"`)
    const [ours, theirs] = [byNumber(here), byNumber(there)]
    const first = firstDifference(ours, theirs)
    return {
      here: here.name,
      there: name,
      same: first?.at ?? ours.length,
      first_difference: first && { here: sideOf(first.left), there: sideOf(first.right), path: first.path },
      setup: differences(setupOf(here, documents), setupOf(there, documents)).map(({ path, left, right }) => ({
        path,
        here: left ?? null,
        there: right ?? null,
      })),
    }
  },
})

const byNumber = ({ world: { journal } }: Sandbox): readonly Exchange[] =>
  journal
    .entries()
    .toSorted((a, b) => a.id - b.id)
    .slice(0, MAX_COMPARED)

const sideOf = (exchange: Exchange | undefined): InputOf<typeof side> =>
  exchange === undefined
    ? null
    : { id: exchange.id, method: exchange.method, path: exchange.path, status: exchange.status }

function setupOf({ world }: Sandbox, documents: DocumentStore): object {
  const { config, fixture, clock, rules, faults } = world
  return {
    scenario: config.scenario?.name ?? 'none',
    fixture: documents.nameOf(fixture) ?? config.dataOf ?? 'a document',
    seed: fixture.seed ?? config.seed,
    clock: clock.mode,
    limiter: config.rateLimit.enabled ? 'on' : 'off',
    dialect: rules.dialect,
    rules: mergedChoices(chosenIn(config)),
    fault: Object.fromEntries(faults.names().map((name) => [name, 'active'])),
  }
}

/** The first requests, in the order of their numbers, that differ in more than times. */
function firstDifference(ours: readonly Exchange[], theirs: readonly Exchange[]) {
  let read = 0
  for (let at = 0; at < Math.max(ours.length, theirs.length); at++) {
    const [left, right] = [ours[at], theirs[at]]
    if (left === undefined || right === undefined) return { at, left, right, path: '' }
    if (isSameAsText(left, right)) continue
    read += [left, right].reduce((sum, each) => sum + each.requestBody.length + each.responseBody.length, 0)
    const [first] =
      read > MAX_COMPARED_CHARACTERS ? [{ path: 'its text' }] : differences(comparedOf(left), comparedOf(right))
    if (first !== undefined) return { at, left, right, path: first.path }
  }
  return null
}

const COMPARED = ['method', 'path', 'query', 'requestBody', 'status', 'responseBody', 'basis', 'hint', 'stub'] as const

const isSameAsText = (left: Exchange, right: Exchange): boolean =>
  COMPARED.every((name) => left[name] === right[name]) && left.fault?.name === right.fault?.name

/** What a client sent and received, without headers: those of clients differ from run to run. */
function comparedOf(exchange: Exchange): object {
  const { request, response, basis, hint, fault } = presentExchange(exchange)
  const { method, path, query, body } = request
  return {
    request: { method, path, query, body },
    response: { status: response.status, body: response.body },
    basis,
    hint,
    fault: fault?.name,
  }
}
