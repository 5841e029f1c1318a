import { complain, working } from './acts.tsx'
import { baseOf } from './address.tsx'

export interface SentRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly key?: string | undefined
  readonly type?: string | undefined
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request to this sandbox. @throws TypeError where no response came */
export const fetchAs = ({ method, target, key = '', type = 'application/json', body, headers }: SentRequest) =>
  fetch(baseOf() + target, {
    method,
    // The cookie of the sign-in is no part of a client's request.
    credentials: target.startsWith('/_sim/') ? 'same-origin' : 'omit',
    headers: {
      ...headers,
      ...(key !== '' && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': type }),
    },
    ...(body !== undefined && method !== 'GET' && { body }),
  })

/** How many requests the page has sent as a client. */
export const sent = { count: 0 }

/** Sends a request as a client of this sandbox. @returns its number in the list; null where no response came */
export const sendRequest = (request: SentRequest): Promise<string | null> =>
  working(async () => {
    sent.count += 1
    try {
      const response = await fetchAs(request)
      await response.text().catch(() => '')
      return response.headers.get('x-sim-exchange')
    } catch (error) {
      complain(error)
      return null
    }
  })
