/** A request as the pipeline sees it, whatever carried it here. */
export interface Incoming {
  readonly method: string
  /** Without the prefix of a sandbox. */
  readonly path: string
  /** What stands behind the question mark; empty where there is none. */
  readonly query: string
  /** By its name in lower case. */
  readonly header: (name: string) => string | null
  /** All header lines as they came: names and values in turn. */
  readonly headers: readonly string[]
  /** Aborted when nobody waits for the answer any more. */
  readonly gone: () => AbortSignal
}

/** A request of the fetch standard. @param path without the prefix of a sandbox */
export function incomingRequest(request: Request, path: string): Incoming {
  const query = request.url.indexOf('?')
  return {
    method: request.method,
    path,
    query: query === -1 ? '' : request.url.slice(query + 1),
    header: (name) => request.headers.get(name),
    headers: [...request.headers].flat(),
    gone: () => request.signal,
  }
}
