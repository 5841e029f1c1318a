/** A request as a match looks at it, without secrets. */
export interface Matched {
  /** Null when no operation took the request. */
  readonly operation: string | null
  readonly userId: number | null
  /** SHA-256 of the API key. */
  readonly keyDigest: string | null
  readonly method: string
  readonly path: string
  readonly query: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string
}

/** A criterion that did not hold. */
export interface Miss {
  readonly criterion: string
  readonly expected: unknown
  readonly actual: unknown
}

/** A fault or a stub that nearly met a request. */
export interface NearMiss {
  readonly fault?: string
  readonly stub?: string
  readonly missed: readonly Miss[]
}
