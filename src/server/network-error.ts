/** What `fetch` rejects with where no response comes, and what reading a body rejects with where it breaks off. */
export class NetworkError extends TypeError {
  constructor(message: 'fetch failed' | 'terminated', cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
  }
}

/** What the `fetch` of Node tells about a connection, and the one of a browser does not. */
export interface NodeFetch {
  /** Why a connection that was reset gave no response. */
  readonly resetCause: () => Error
  /** Why a connection that was closed gave no response, or only a part of one. */
  readonly closedCause: () => Error
  /** `OK` for 200. */
  readonly statusTexts: Readonly<Record<number, string | undefined>>
}
