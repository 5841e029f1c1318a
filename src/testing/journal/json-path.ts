import type { Steps } from '../../kernel/steps.ts'
import type { Json } from '../../kernel/wire.ts'
import { childOf, JsonPathReader, type Segment } from './json-path-reader.ts'

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
  const reader = new JsonPathReader(text)
  const segments = reader.segments()
  return {
    names: reader.names,
    descents: segments.filter(({ isDescent }) => isDescent).length,
    valuesIn: (body, steps) => valuesAfter(segments, body, steps),
    placesIn: (root, steps) => placesAfter(segments, root, steps),
  }
}

const valuesAfter = (segments: readonly Segment[], body: Json, steps: Steps): readonly Json[] =>
  segments.reduce<readonly Json[]>(
    (nodes, segment) => {
      const found: Json[] = []
      follow(nodes, segment, steps, (value) => found.push(value))
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
  for (const node of isDescent ? withDescendants(nodes, steps) : nodes) {
    steps.spend(1)
    if (typeof node !== 'object' || node === null) continue
    if (typeof selector === 'function') {
      const names = Array.isArray(node) ? undefined : Object.keys(node)
      const children = Object.values(node)
      steps.spend(costOf(node, children.length))
      for (const [index, child] of children.entries())
        if (selector(child, steps)) find(child, names?.[index] ?? index, node)
    } else {
      const value = childOf(node, selector)
      const key = typeof selector === 'number' && selector < 0 ? selector + Object.keys(node).length : selector
      if (value !== undefined) find(value, key, node)
    }
  }
}

/** To list what an object of many keys holds takes longer than what a list does. */
const costOf = (node: object, children: number): number => 1 + children * (Array.isArray(node) ? 1 : 32)

/** Each object and list that is, or is within, one of the nodes: once, however many of them it is within. */
function withDescendants(nodes: readonly Json[], steps: Steps): Iterable<Json> {
  const seen = new Set<Json>()
  const visit = (node: Json): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    const children = Object.values(node)
    steps.spend(1 + costOf(node, children.length))
    for (const child of children) visit(child)
  }
  for (const node of nodes) visit(node)
  return seen
}
