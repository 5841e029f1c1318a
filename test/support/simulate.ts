import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { openApiCheck } from './openapi.ts'

/** What came back, as most tests compare it. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** What the answer's headers say about it. */
interface Provenance {
  readonly basis: string | null
  readonly rules: readonly string[]
  readonly hint: string | null
  readonly headers: Headers
}

export interface CallOptions {
  readonly headers?: Record<string, string>
  /** Sent as it is, instead of a JSON body. */
  readonly text?: string | Uint8Array<ArrayBuffer>
}

export interface Client {
  /** Follows a redirect, as clients do. */
  readonly get: (path: string, options?: CallOptions) => Promise<Answer>
  readonly post: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
  readonly put: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
  readonly delete: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
  readonly send: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
}

export interface Simulated {
  readonly simulator: Simulator
  /** A client with this API key; without one for null. */
  readonly as: (key: string | null) => Client
  /** The control API. */
  readonly control: Client
  /** How the last answer of the simulated interface came about. */
  readonly last: () => Provenance
  /** Every answer of the simulated interface so far. */
  readonly answers: readonly Answered[]
}

/** One answer of the simulated interface, and the rules that shaped it. */
interface Answered {
  readonly method: string
  /** Without query and sandbox. */
  readonly path: string
  readonly rules: readonly string[]
}

/** Where the clock of a test stands. */
export const START = '2026-01-01T00:00:00.000Z'
/** The clock of a test that has not moved it. */
export const START_CLOCK = { now: START, mode: 'frozen' }
/** Unix seconds. */
export const START_SECONDS = Date.parse(START) / 1000

/** Two users with keys; what tests with rows of their own usually need. */
export const users = [
  { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] },
  { id: 1002, name: 'host', api_keys: [{ key: 'host-key' }] },
]

/**
 * A simulator under a frozen clock, used through its front door. Rows are added to two users, unless they bring their own;
 * without rows it is the default fixture. Every answer is held against the OpenAPI document.
 */
export function simulate(rows?: object, options: SimulatorOptions = {}): Simulated {
  const simulator = createSimulator({
    ...(rows && { fixture: { users, ...rows } }),
    clock: { mode: 'frozen', atMs: Date.parse(START) },
    ...options,
  })
  const answers: Answered[] = []
  let last: Provenance | undefined

  const clientWith = (auth: Record<string, string>): Client => {
    const send = async (
      method: string,
      path: string,
      body?: unknown,
      { headers = {}, text }: CallOptions = {},
    ): Promise<Answer> => {
      const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await simulator.fetch(
        new Request(`http://sim.test${path}`, {
          method,
          redirect: 'manual',
          headers: { ...auth, ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
          ...(payload === undefined ? {} : { body: payload }),
        }),
      )
      const answer = { status: response.status, body: await bodyOf(response) }
      const [bare = path] = path.replace(/^\/~[^/]+/, '').split('?')
      if (bare.startsWith('/api/')) {
        const rules = response.headers.get('x-sim-rules')?.split(',') ?? []
        answers.push({ method, path: bare, rules })
        last = {
          basis: response.headers.get('x-sim-basis'),
          rules,
          hint: response.headers.get('x-sim-hint'),
          headers: response.headers,
        }
        if (last.basis !== 'injected') openApiCheck(options)(method, bare, answer.status, answer.body)
      }
      return answer
    }
    return {
      send,
      get: async (path, call) => {
        const answer = await send('GET', path, undefined, call)
        const location = answer.status === 302 ? last?.headers.get('location') : undefined
        return location ? send('GET', location, undefined, call) : answer
      },
      post: (path, body, call) => send('POST', path, body, call),
      put: (path, body, call) => send('PUT', path, body, call),
      delete: (path, body, call) => send('DELETE', path, body, call),
    }
  }

  return {
    simulator,
    answers,
    as: (key) => clientWith(key === null ? {} : { Authorization: `Bearer ${key}` }),
    control: clientWith({}),
    last: () => {
      if (last === undefined) throw new Error('nothing was answered yet')
      return last
    },
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (response.headers.get('x-sim-rules')?.includes('instances.output.shows') === true) return text
  if (response.headers.get('content-type')?.startsWith('text/') === true) return text
  return text === '' ? undefined : JSON.parse(text)
}

/** A template search path. */
export const searchPath = (filters: object): string =>
  `/api/v0/template/?select_filters=${encodeURIComponent(JSON.stringify(filters))}`
