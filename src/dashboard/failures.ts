/** How often a fault of the board fires. */
export const spans = ['1', '2', 'always'] as const

export const spanWords = (span: string): string => (span === 'always' ? span : `next ${span}`)

export interface Failure {
  readonly id: string
  /** The head of its column. */
  readonly label: string
  readonly words: string
  readonly effect: object
}

/** The ways in which the board makes an operation fail: its columns. */
export const failures: readonly Failure[] = [
  { id: '500', label: '500', words: 'answer 500', effect: { status: 500 } },
  { id: '429', label: '429', words: 'answer 429', effect: { rate_limited: true } },
  { id: 'lost', label: 'lost', words: 'do it, and lose the response', effect: { reset: true, stream: 'after' } },
  { id: 'late', label: 'late', words: 'answer 2 s late', effect: { latency_ms: 2000 } },
  { id: 'cut', label: 'cut', words: 'cut the response off', effect: { truncate_body: 0.5 } },
  { id: 'garbage', label: 'garbage', words: 'answer broken JSON', effect: { malformed_json: true } },
  { id: 'hang', label: 'hang', words: 'never answer', effect: { hang: true } },
]

export const faultName = (operation: string, failure: string): string => `${operation}-${failure}`

/**
 * The fault of a cell, as the control API takes it.
 * @param span a number of requests, or `always`
 * @param effect another one than that of the column
 */
export const faultOf = (operation: string, { id, effect: usual }: Failure, span: string, effect = usual) => ({
  name: faultName(operation, id),
  match: { operation },
  effect,
  ...(span !== 'always' && { when: { times: Number(span) } }),
})
