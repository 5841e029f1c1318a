import type { Steps } from '../../kernel/steps.ts'
import type { Json } from '../../kernel/wire.ts'
import { type Condition, JsonPathReader, type Segment, type Selector } from './json-path-reader.ts'

/** The part of JSONPath (RFC 9535) whose evaluation visits every node once for each segment at most. */
export interface JsonPath {
  /** Every name that the path speaks of. */
  readonly names: readonly string[]
  readonly descents: number
  /** The values of the nodes that it leads to. @throws TooManyStepsError */
  readonly valuesIn: (body: Json, steps: Steps) => readonly Json[]
  /** Where these nodes stand. @throws TooManyStepsError */
  readonly placesIn: (root: Root, steps: Steps) => readonly Place[]
}

/** Holds a value, so that it has a place too. */
export type Root = { $: Json }

export type Holder = Json[] | { [name: string]: Json }

/** Where a value stands: under a name of an object, or an index of a list. */
type Place = readonly [holder: Holder, key: string | number]

/** @throws SyntaxError with what is wrong */
export function jsonPath(text: string): JsonPath {
  const segments = new JsonPathReader(text).segments()
  return {
    names: segments.flatMap(({ selector }) => namesIn(selector)),
    descents: segments.filter(({ isDescent }) => isDescent).length,
    valuesIn: (body, steps) => valuesAfter(segments, body, steps),
    placesIn: (root, steps) => placesAfter(segments, root, steps),
  }
}

function namesIn(selector: Selector): readonly string[] {
  if (selector.kind === 'name') return [selector.name]
  return selector.kind === 'filter'
    ? selector.anyOf.flat().flatMap(({ path }) => path.filter((step) => typeof step === 'string'))
    : []
}

const valuesAfter = (segments: readonly Segment[], body: Json, steps: Steps): readonly Json[] =>
  segments.reduce<readonly Json[]>(
    (nodes, each) => {
      const found: Json[] = []
      follow(nodes, each, steps, (value) => found.push(value))
      return found
    },
    [body],
  )

function placesAfter(segments: readonly Segment[], root: Root, steps: Steps): readonly Place[] {
  const last = segments.at(-1)
  if (last === undefined) return [[root, '$']]
  const found: Place[] = []
  follow(valuesAfter(segments.slice(0, -1), root.$, steps), last, steps, (_, key, holder) => found.push([holder, key]))
  return found
}

type Find = (value: Json, key: string | number, holder: Holder) => void

function follow(nodes: readonly Json[], { isDescent, selector }: Segment, steps: Steps, find: Find): void {
  for (const node of isDescent ? withDescendants(nodes, steps) : nodes) select(node, selector, steps, find)
}

/** To list what an object of many keys holds takes longer than what a list does. */
const costOf = (node: object, children: number): number => 1 + children * (Array.isArray(node) ? 1 : 32)

/** Each object and list that is, or is within, one of the nodes: once, however many of them it is within. */
function withDescendants(nodes: readonly Json[], steps: Steps): Iterable<Json> {
  const seen = new Set<Json>()
  const visit = (node: Json): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    steps.spend(1)
    const children = Object.values(node)
    steps.spend(costOf(node, children.length))
    for (const child of children) visit(child)
  }
  for (const node of nodes) visit(node)
  return seen
}

function select(node: Json, selector: Selector, steps: Steps, find: Find): void {
  steps.spend(1)
  if (typeof node !== 'object' || node === null) return
  if (selector.kind === 'name' || selector.kind === 'index') {
    const key = selector.kind === 'name' ? selector.name : selector.index
    const value = childOf(node, key)
    if (value !== undefined)
      find(value, typeof key === 'number' && key < 0 ? key + Object.keys(node).length : key, node)
    return
  }
  const names = Array.isArray(node) ? undefined : Object.keys(node)
  const children = Object.values(node)
  steps.spend(costOf(node, children.length))
  for (const [index, child] of children.entries()) {
    if (selector.kind === 'all' || selector.anyOf.some((all) => all.every((each) => holds(each, child, steps))))
      find(child, names?.[index] ?? index, node)
  }
}

/** Names lead into objects, indexes into lists; one below zero counts from the end. */
function childOf(node: Json | undefined, step: string | number): Json | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  if (Array.isArray(node)) return typeof step === 'number' ? node.at(step) : undefined
  return typeof step === 'string' && Object.hasOwn(node, step) ? node[step] : undefined
}

function holds({ path, isNegated, comparison }: Condition, node: Json, steps: Steps): boolean {
  steps.spend(1 + path.length)
  const value = path.reduce<Json | undefined>(childOf, node)
  if (comparison === undefined) return (value !== undefined) !== isNegated
  const { operator, value: expected } = comparison
  if (operator === '==') return value === expected
  if (operator === '!=') return value !== expected
  return value !== undefined && isOrdered(value, operator, expected)
}

/** Only numbers with numbers and texts with texts have an order. */
function isOrdered(value: Json, operator: '<' | '<=' | '>' | '>=', expected: Json): boolean {
  const isPair =
    (typeof value === 'number' && typeof expected === 'number') ||
    (typeof value === 'string' && typeof expected === 'string')
  if (!isPair) return operator.length === 2 && value === expected
  const [before, after] = operator.startsWith('<') ? [value, expected] : [expected, value]
  return before < after || (operator.length === 2 && value === expected)
}
