/** What becomes of a connection in place of, or in the middle of, an answer. */
export type Fate =
  | { readonly kind: 'reset' }
  | { readonly kind: 'closed' }
  /** The head with the full Content-Length, so many bytes of the body, then the end. */
  | { readonly kind: 'truncated'; readonly body: Uint8Array; readonly sentBytes: number }
  /**
   * The head, then chunks as they come due; `send` answers whether all went out. Where nobody sends before somebody
   * reads, `rest` lets the clock go on meanwhile.
   */
  | {
      readonly kind: 'chunked'
      readonly send: (write: (bytes: Uint8Array) => void) => Promise<boolean>
      readonly rest: () => void
    }

const fates = new WeakMap<Response, Fate>()

/** A response that stands for what happens to the connection. */
export function withFate(response: Response, fate: Fate): Response {
  fates.set(response, fate)
  return response
}

/** What whoever holds the socket must do; undefined for an ordinary answer. */
export const fateOf = (response: Response): Fate | undefined => fates.get(response)

/** What a client without a socket sees of an answer. @throws TypeError where the connection is gone */
export function socketless(response: Response): Response {
  const fate = fateOf(response)
  if (fate?.kind === 'chunked') fate.rest()
  if (fate === undefined || fate.kind === 'truncated' || fate.kind === 'chunked') return response
  const cause = fate.kind === 'reset' ? 'the connection was reset' : 'the connection was closed without an answer'
  throw new TypeError('fetch failed', { cause: new Error(cause) })
}
