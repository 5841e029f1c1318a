import type { z } from 'zod'
import type { Catalogue } from '../testing/fixtures/catalogue.ts'
import type { RunTotals } from '../testing/findings/run-totals.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { parsed } from './parsed.ts'

/** Where a call acts, and what it may look up. */
export interface Site {
  readonly sandbox: Sandbox
  readonly sandboxes: Sandboxes
  readonly catalogue: Catalogue
  /** Counts the exchanges of the whole run. */
  readonly runTotals?: RunTotals
}

/** A control call: over HTTP, in the description of the API, and for code that holds a sandbox. */
export interface Call<Done = unknown> {
  readonly method: string
  /** Below `/_sim`, as Hono writes it. */
  readonly path: string
  readonly summary: string
  /** The schema of the body, of a GET that of the query. */
  readonly takes?: z.ZodType
  /** Set for the one body that may be large: what the description shows of it, because the act itself checks it. */
  readonly document?: z.ZodType
  /** Whether it changes the sandbox that it is sent to, which is made where there is none. Any other call only looks. */
  readonly changesSandbox: boolean
  /** Refuses what the path names before a body is read. */
  readonly check?: (params: Params<string>) => void
  /** Checks what it takes and acts. @throws SteeringError, DocumentError; then nothing has changed */
  readonly act: (site: Site, taken?: unknown, params?: Params<string>) => Done
  /** The same, with the result as HTTP shows it. */
  readonly respond: (site: Site, taken: unknown, params: Params<string>) => Promise<unknown>
}

type Params<Name extends string> = Readonly<Record<Name, string>>

type NamesIn<Route extends string> = Route extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Route extends `${string}/:${infer Name}`
    ? Name
    : never

interface Declaration<Name extends string, Taken, Done> extends Pick<Call, 'summary' | 'document'> {
  readonly check?: (params: Params<Name>) => void
  /** Where it is not said: every call but a GET. */
  readonly changesSandbox?: false
  readonly act: (it: Site & { readonly params: Params<Name> }, taken: Taken) => Done
  /** What HTTP shows of the result, where that is not the result itself. */
  readonly show?: (done: Awaited<Done>, it: Site & { readonly params: Params<Name> }) => unknown
}

interface Taking<Name extends string, Taken, Done> extends Declaration<Name, Taken, Done> {
  readonly takes: z.ZodType<Taken>
}

/**
 * Declares a control call.
 * @param route method and path, as `PATCH /state/:collection/:id`
 */
export function call<const Route extends string, Taken, Done>(
  route: Route,
  declaration: Taking<NamesIn<Route>, Taken, Done>,
): Call<Done>
export function call<const Route extends string, Done>(
  route: Route,
  declaration: Declaration<NamesIn<Route>, undefined, Done>,
): Call<Done>
export function call<Done>(
  route: string,
  declaration: Declaration<string, undefined, Done> | Taking<string, unknown, Done>,
): Call<Done> {
  const [method = '', path = ''] = route.split(' ')
  const { show = (done: unknown) => done, ...described } = declaration
  const act: Call<Done>['act'] = (site, taken, params = {}) =>
    'takes' in declaration
      ? declaration.act({ ...site, params }, parsed(declaration.takes, taken))
      : declaration.act({ ...site, params }, undefined)
  return {
    changesSandbox: method !== 'GET',
    ...described,
    method,
    path,
    act,
    respond: async (site, taken, params) => show(await act(site, taken, params), { ...site, params }),
  }
}
