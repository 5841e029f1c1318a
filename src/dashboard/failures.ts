import type { FaultActivity } from '../control/faults.ts'
import type { ShownFault } from '../testing/faults/present.ts'
import type { Act } from './acts.tsx'

/** How often a fault of the board fires. */
export const spans = ['1', '2', 'always'] as const

export const spanWords = (span: string): string => (span === 'always' ? span : `next ${span}`)

export interface Failure {
  /** The head of its column. */
  readonly id: string
  readonly words: string
  readonly effect: object
  /** Parts of an effect that make a fault of any origin one of this column. */
  readonly parts: readonly string[]
}

/** The ways in which the board makes an operation fail: its columns. */
export const failures: readonly Failure[] = [
  { id: '500', words: 'answer 500', effect: { status: 500 }, parts: ['html_502'] },
  { id: '429', words: 'answer 429', effect: { rate_limited: true }, parts: ['rate_limited'] },
  {
    id: 'lost',
    words: 'do it, and lose the response',
    effect: { reset: true, stream: 'after' },
    parts: ['reset', 'empty_response'],
  },
  { id: 'late', words: 'answer 2 s late', effect: { latency_ms: 2000 }, parts: [] },
  { id: 'cut', words: 'cut the response off', effect: { truncate_body: 0.5 }, parts: ['truncate_body'] },
  {
    id: 'garbage',
    words: 'answer broken JSON',
    effect: { malformed_json: true },
    parts: ['malformed_json', 'garbage'],
  },
  { id: 'hang', words: 'never answer', effect: { hang: true }, parts: ['hang'] },
]

/** A fault, and what it did. */
export type KnownFault = ShownFault & Partial<FaultActivity>

/** A cell of the board, and the name of the fault that it makes. */
export const cellOf = (operation: string, failure: string): string => `${operation}-${failure}`

/** The operation and the failure of a cell; no failure where the name is that of another fault. */
export function partsOf(cell: string): readonly [operation: string, failure: Failure | undefined] {
  const failure = failures.find(({ id }) => cell.endsWith(`-${id}`))
  return [failure === undefined ? '' : cell.slice(0, -failure.id.length - 1), failure]
}

/** The fault of each cell: the one that the board made, else another one for that operation alone. */
export function byCell(faults: readonly KnownFault[]): ReadonlyMap<string, KnownFault> {
  const cells = new Map<string, KnownFault>()
  for (const fault of faults.toReversed()) {
    const { operation, ...others } = fault.match
    const column = columnOf(fault.effect ?? {})
    if (operation !== undefined && Object.keys(others).length === 0 && column !== undefined)
      cells.set(cellOf(operation, column), fault)
  }
  for (const fault of faults) if (partsOf(fault.name)[0] === fault.match.operation) cells.set(fault.name, fault)
  return cells
}

function columnOf(effect: object): string | undefined {
  const { status, latency_ms: late }: { readonly status?: unknown; readonly latency_ms?: unknown } = effect
  if (status === 429) return '429'
  if (status !== undefined) return Number(status) >= 500 ? '500' : undefined
  const named = failures.find(({ parts }) => parts.some((part) => Object.hasOwn(effect, part)))
  return named?.id ?? (late === undefined ? undefined : 'late')
}

/** A fault without its counts, as it was added. */
export const documentOf = ({ name, match, when, effect, must_fire }: ShownFault) => ({
  name,
  match,
  when,
  ...(effect && { effect }),
  must_fire,
})

/** The call that takes back what replaces or removes a fault. A key is shown by its fingerprint alone. */
function backFrom(fault: ShownFault | undefined, name: string): Act['undo'] {
  if (fault === undefined) return { route: `DELETE faults/${name}` }
  return fault.match.api_key === undefined ? { route: 'POST faults', body: documentOf(fault) } : 'snapshot'
}

/** Adds a fault. @param before the one that it replaces */
export const adding = (fault: { readonly name: string }, before: ShownFault | undefined, done: string): Act => ({
  text: `Fault ${fault.name}`,
  done,
  route: 'POST faults',
  body: fault,
  undo: backFrom(before, fault.name),
})

export const stopping = (fault: ShownFault): Act => ({
  text: `Stop ${fault.name}`,
  done: `Stopped ${fault.name}; held requests continue.`,
  route: `DELETE faults/${fault.name}`,
  undo: backFrom(fault, fault.name),
})

/**
 * Makes an operation fail.
 * @param span a number of requests, or `always`
 * @param before the fault of its cell, which keeps its effect
 */
export function breaking(operation: string, { id, words, effect }: Failure, span: string, before?: ShownFault): Act {
  const fault = {
    name: cellOf(operation, id),
    match: { operation },
    effect: before?.effect ?? effect,
    ...(span !== 'always' && { when: { times: Number(span) } }),
  }
  return adding(fault, before, `${operation}: ${words}, ${spanWords(span)}.`)
}
