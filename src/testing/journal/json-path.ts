import { z } from 'zod'
import type { Steps } from '../../kernel/steps.ts'
import type { Json } from '../../kernel/wire.ts'

/** The part of JSONPath (RFC 9535) that leads by names, indexes, `*` and `..`: each segment visits every node once at most. */
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

type Holder = Json[] | { [name: string]: Json }

/** Where a value stands: under a name of an object, or an index of a list. */
export type Place = readonly [holder: Holder, key: string | number]

/** A segment of a path; a descent looks at everything below, too. */
interface Segment {
  readonly isDescent: boolean
  /** A name, an index, or all children. */
  readonly step: string | number | typeof EVERY
}

const EVERY = Symbol('*')

const NAME = String.raw`[A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*`
const QUOTED = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`
const SEGMENT = new RegExp(
  String.raw`(?:(?<dots>\.\.?)(?<plain>\*|${NAME})|(?<descent>\.\.)?\[\s*(?:(?<every>\*)|(?<index>0|-?[1-9]\d{0,14})|(?<quoted>${QUOTED}))\s*\])`,
  'uy',
)

/** Characters of a path, and of a glob. */
export const MAX_PATTERN = 256
const MAX_DESCENTS = 2

/** What of JSONPath is read here. */
export const READ_HERE = 'names, [index], * and ..name'

/** Why a text is not a path that is read here. */
export function whyNoPath(text: string): string | undefined {
  const refused = `is not a JSONPath (RFC 9535) of ${READ_HERE}`
  if (text.length > MAX_PATTERN) return `has more than ${MAX_PATTERN} characters`
  if (!text.startsWith('$')) return `${refused}: ${/^\w+(\.\w+)*$/.test(text) ? `write $.${text}` : 'it starts with $'}`
  try {
    const { descents } = jsonPath(text)
    return descents > MAX_DESCENTS ? `has more than ${MAX_DESCENTS} descents (..): it could take forever` : undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return `${refused}: ${error.message}`
  }
}

/** A path as documents write it. @param whyNot why a path that is read here is refused all the same */
export const pathText = (whyNot: (path: string) => string | undefined) =>
  z
    .string()
    .max(MAX_PATTERN)
    .superRefine((path, context) => {
      const why = path.length > MAX_PATTERN ? undefined : whyNot(path)
      if (why !== undefined) context.addIssue(why)
    })

/** @throws SyntaxError with what is wrong */
export function jsonPath(text: string): JsonPath {
  const segments = segmentsOf(text)
  const placesIn = (root: Root, steps: Steps): readonly Place[] =>
    segments.reduce<readonly Place[]>(
      (places, segment) => placesAfter(places.map(valueAt), segment, steps),
      [[root, '$']],
    )
  return {
    names: segments.flatMap(({ step }) => (typeof step === 'string' ? [step] : [])),
    descents: segments.filter(({ isDescent }) => isDescent).length,
    valuesIn: (body, steps) => placesIn({ $: body }, steps).map(valueAt),
    placesIn,
  }
}

/** The value at a place; null where there is none. */
export const valueAt = ([holder, key]: Place): Json => childOf(holder, key) ?? null

function segmentsOf(text: string): readonly Segment[] {
  const segments: Segment[] = []
  for (let at = 1; at < text.length; at = SEGMENT.lastIndex) {
    SEGMENT.lastIndex = at
    const { dots, plain, descent, every, index, quoted } = SEGMENT.exec(text)?.groups ?? {}
    const isDescent = dots === '..' || descent !== undefined
    if (plain === '*' || every !== undefined) segments.push({ isDescent, step: EVERY })
    else if (index !== undefined) segments.push({ isDescent, step: Number(index) })
    else if (plain !== undefined) segments.push({ isDescent, step: plain })
    else if (quoted !== undefined) segments.push({ isDescent, step: unquoted(quoted) })
    else throw new SyntaxError(`a name, [index], ["name"] or * is expected at character ${at + 1}`)
  }
  return segments
}

/** @throws SyntaxError */
function unquoted(written: string): string {
  const json = written
    .slice(1, -1)
    .replaceAll(/\\(.)|"/gsu, (each, escaped?: string) =>
      escaped === undefined ? String.raw`\"` : escaped === "'" ? "'" : each,
    )
  return String(JSON.parse(`"${json}"`))
}

/** The places that a segment leads to from some nodes. */
function placesAfter(nodes: readonly Json[], { isDescent, step }: Segment, steps: Steps): readonly Place[] {
  const places: Place[] = []
  for (const node of isDescent ? withDescendants(nodes, steps) : nodes) {
    steps.spend(1)
    if (typeof node !== 'object' || node === null) continue
    if (step === EVERY) {
      const keys = Object.keys(node)
      steps.spend(costOf(node, keys.length))
      for (const key of keys) places.push([node, Array.isArray(node) ? Number(key) : key])
    } else {
      const key = typeof step === 'number' && step < 0 && Array.isArray(node) ? step + node.length : step
      if (childOf(node, key) !== undefined) places.push([node, key])
    }
  }
  return places
}

/** Names lead into objects, indexes into lists. */
function childOf(node: Holder, key: string | number): Json | undefined {
  if (Array.isArray(node)) return typeof key === 'number' ? node[key] : undefined
  return typeof key === 'string' && Object.hasOwn(node, key) ? node[key] : undefined
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
