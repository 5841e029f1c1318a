import { http, type HttpHandler, HttpResponse } from 'msw'
import type { SimulatedSandbox } from './control/types.ts'
import { fieldOf } from './kernel/object.ts'

export interface HandlersOptions {
  /** Where the client under test sends its requests, e.g. `https://compute.example`. Default: every address. */
  readonly baseUrl?: string
}

const ROOTS = ['/api/v0', '/_sim', '/~:sandbox/api/v0', '/~:sandbox/_sim']

/**
 * Handlers for MSW 2 and newer, in Node and in the browser: what they intercept, the simulator answers.
 * Where a fault takes the connection, the client sees a network error, in Node with the code of a broken connection in `error.cause.code`.
 *
 * @example const server = setupServer(...handlers(createSimulator({ scenario: 'flaky-listing' })))
 */
export function handlers(sandbox: SimulatedSandbox, { baseUrl = '*' }: HandlersOptions = {}): readonly HttpHandler[] {
  const base = baseUrl.replace(/\/$/, '')
  return ROOTS.map((root) =>
    http.all(`${base}${root}/*`, async ({ request }) => {
      try {
        const { method, headers, signal } = request
        const body = await request.arrayBuffer()
        const sent = body.byteLength === 0 ? undefined : body
        // MSW follows redirects and tells their URL, but it refuses those with a body, and makes HEAD a GET.
        const redirect = method === 'GET' ? 'manual' : request.redirect
        return await sandbox.fetch(simulated(request.url, sandbox.url), {
          method,
          headers,
          signal,
          redirect,
          body: sent,
        })
      } catch (error) {
        // MSW makes this response the cause of what `fetch` rejects with.
        const cause = fieldOf(error, 'cause')
        return Object.assign(HttpResponse.error(), { code: fieldOf(cause, 'code'), message: fieldOf(cause, 'message') })
      }
    }),
  )
}

/** The same request of the simulator: what stands before the interface's own path is the client's affair. */
function simulated(url: string, sandboxUrl: string): URL {
  const { pathname, search } = new URL(url)
  return new URL((/(\/~[^/]+)?\/(api\/v0|_sim)\/.*$/.exec(pathname)?.[0] ?? pathname) + search, sandboxUrl)
}
