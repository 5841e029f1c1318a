import { z } from 'zod'
import { type InputOf, strictObject } from '../../kernel/wire.ts'

export const findingKinds = [
  'env-as-object',
  'unread-env',
  'template-id-at-creation',
  'unread-field',
  'retry-inside-window',
  'polling-faster-than-threshold',
  'create-repeated-after-lost-reply',
  'stale-hash-id',
  'unknown-gpu',
  'secret-in-url',
  'unmatched-request',
  'answer-rests-on-assumption',
  'fault-never-fired',
  'world-evicted',
  'world-began-anew',
] as const
export type FindingKind = (typeof findingKinds)[number]

export const findingSchema = strictObject({
  kind: z.enum(findingKinds),
  operation: z.string().nullable(),
  text: z.string(),
  advice: z.string(),
  times: z.int().describe('How often.'),
  exchange: z.int().describe('The first that shows it; 0 where none does.'),
  sandbox: z.string().optional().describe('Where that was, in a report on several sandboxes.'),
  expected: z.literal(true).optional().describe('Where a test provokes it on purpose, and has said so.'),
}).meta({ id: 'Finding' })

/** Something a client did that works here, or fails here, but should worry its team. */
export type Finding = InputOf<typeof findingSchema>

/** What a detector saw in one exchange: a finding, once equal ones are counted together. */
export type Observation = Pick<Finding, 'kind' | 'text' | 'advice'>

/** How many different findings of one kind are kept. */
export const MAX_OF_A_KIND = 50

interface Entry {
  /** The first of equal ones, with their number. */
  readonly finding: Finding
  /** Lower is earlier in the run. */
  readonly order: number
}

/** Findings: equal ones once, with their number and the place of the first. */
export class FindingLog {
  readonly #entries: Map<string, Entry>

  constructor(entries: ReadonlyMap<string, Entry> = new Map()) {
    this.#entries = new Map(entries)
  }

  /** @param order tells which of two is the first; of equals it is the one that was added first */
  add(finding: Finding, order = 0): void {
    const key = JSON.stringify([finding.kind, finding.operation, finding.text])
    const known = this.#entries.get(key)
    if (known === undefined && this.list().filter(({ kind }) => kind === finding.kind).length >= MAX_OF_A_KIND) return
    const first = known === undefined || order < known.order ? { finding, order } : known
    const times = finding.times + (known?.finding.times ?? 0)
    this.#entries.set(key, { ...first, finding: { ...first.finding, times } })
  }

  /** The earliest first. */
  entries(): readonly Entry[] {
    return [...this.#entries.values()].toSorted((a, b) => a.order - b.order)
  }

  list(): readonly Finding[] {
    return this.entries().map(({ finding }) => finding)
  }

  fork(): FindingLog {
    return new FindingLog(this.#entries)
  }
}
