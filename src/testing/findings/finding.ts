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

/** Something a client did that works here, or fails here, but should worry its team. */
export interface Finding {
  readonly kind: FindingKind
  readonly operation: string | null
  readonly text: string
  readonly advice: string
  /** How often, and the first exchange that shows it. */
  readonly times: number
  readonly exchange: number
  /** Where that was, in a report on several sandboxes. */
  readonly sandbox?: string
  /** Where a test provokes it on purpose, and has said so. */
  readonly expected?: true
}

/** What a detector saw in one exchange: a finding, once equal ones are counted together. */
export type Observation = Pick<Finding, 'kind' | 'text' | 'advice'>

/** How many different findings of one kind are kept. */
export const MAX_OF_A_KIND = 50
