import { copyOf } from '../../kernel/object.ts'
import { type Steps, withinSteps } from '../../kernel/steps.ts'
import type { Json } from '../../kernel/wire.ts'
import { Filling } from '../journal/request-values.ts'
import { jsonPath, type Place, type Root, valueAt } from '../journal/json-path.ts'
import type { Candidate } from '../journal/match.ts'
import type { Step } from './rewrite-steps.ts'

/** A document and what its steps made of it. */
export interface Rewritten {
  readonly document: Json
  /** Where a step sets one. */
  readonly status: number | undefined
  /** Why values of the request were left out. */
  readonly leftOut: string | undefined
}

/**
 * Takes the steps in their order. What a path does not lead to stays as it is.
 * @param document is changed in place
 * @param request its step budget bounds all changes
 * @returns undefined where that is too much
 */
export function rewrite(document: Json, steps: readonly Step[], request: Candidate): Rewritten | undefined {
  const filling = new Filling(request)
  const root: Root = { $: document }
  return withinSteps(() => {
    let status: number | undefined
    for (const step of steps) {
      if (!applies(step, filling)) continue
      if ('status' in step) ({ status } = step)
      else change(root, step, filling, request.steps)
    }
    return filling.isCut ? undefined : { document: root.$, status, leftOut: filling.leftOut }
  })
}

const applies = ({ where, unless }: Step, filling: Filling): boolean =>
  (where === undefined || filling.valuesAt(jsonPath(where)).length > 0) &&
  (unless === undefined || filling.valuesAt(jsonPath(unless)).length === 0)

type Change = Exclude<Step, { readonly status: number }>

function change(root: Root, step: Change, filling: Filling, steps: Steps): void {
  // From behind: a row that comes or goes moves those after it.
  const eachPlace = (path: string, act: (place: Place) => void): void =>
    jsonPath(path).placesIn(root, steps).toReversed().forEach(act)
  const replaceEach = (path: string, replacing: (node: Json) => Json): void =>
    eachPlace(path, (place) => put(place, replacing(valueAt(place))))
  const size = JSON.stringify(step).length
  const filled = (written: Json): Json => {
    steps.spend(size)
    // A value of the request may go to several places, and a later step may change one of them.
    return copyOf(filling.value(written))
  }
  const fill = (node: Json, fields: Readonly<Record<string, Json>>): Json => {
    if (isFields(node)) for (const [name, value] of Object.entries(fields)) node[name] = filled(value)
    return node
  }
  if ('set' in step) replaceEach(step.set, () => filled(step.to))
  else if ('drop' in step) eachPlace(step.drop, (place) => remove(place, steps))
  else if ('add' in step) replaceEach(step.add, (node) => fill(node, step.fields))
  else if ('repeat' in step)
    eachPlace(step.repeat, (place) => {
      const [holder, key] = place
      if (!Array.isArray(holder)) return
      const row = valueAt(place)
      steps.spend(COST_OF_COPY * JSON.stringify(row).length + costOfMove(holder, key))
      holder.splice(Number(key) + 1, 0, fill(copyOf(row), step.with))
    })
  else if ('count' in step) {
    const { length } = jsonPath(step.count).placesIn(root, steps)
    replaceEach(step.into, () => length)
  } else if ('float' in step)
    replaceEach(step.float, (node) =>
      typeof node === 'number' && Number.isSafeInteger(node) ? `${FLOAT}${node}` : node,
    )
  else if ('reverse' in step) replaceEach(step.reverse, (node) => (Array.isArray(node) ? node.toReversed() : node))
  else replaceEach(step.empty, (node) => (Array.isArray(node) ? [] : node))
}

const isFields = (node: Json): node is Record<string, Json> =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

function put([holder, key]: Place, value: Json): void {
  if (Array.isArray(holder)) holder[Number(key)] = value
  else Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true })
}

/** A character that is copied, in steps. */
const COST_OF_COPY = 4

/** Rows that move for one that comes or goes, in steps. */
const costOfMove = (list: readonly Json[], key: string | number): number => (list.length - Number(key)) / 32

function remove([holder, key]: Place, steps: Steps): void {
  if (!Array.isArray(holder)) delete holder[key]
  else {
    steps.spend(costOfMove(holder, key))
    holder.splice(Number(key), 1)
  }
}

/** Stands before a whole number that is written with `.0`: JSON.stringify writes none so. */
const FLOAT = '\u0000float '
const MARKED = /"\\u0000float (-?\d+)"/g

/** The JSON of a document that was rewritten. */
export const writtenJson = (document: Json): string => JSON.stringify(document).replaceAll(MARKED, '$1.0')
