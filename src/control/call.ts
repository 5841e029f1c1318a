import type { z } from 'zod'
import { check, type Problem, problemsLine } from '../kernel/wire.ts'
import { withExample } from '../testing/examples-by-name.ts'
import type { AccessControl } from './access.ts'
import { SteeringError } from './error.ts'
import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import type { RunTotals } from '../testing/findings/run-totals.ts'
import type { OpenTrial } from '../testing/trial/open-trial.ts'
import type { RunningServer } from '../sandbox/running-server.ts'
import type { Metrics } from '../sandbox/metrics.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { Touches } from '../contract/touches.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import type { WorldConfig } from '../sandbox/world-config.ts'
import type { SweepView } from './shown-sweep.ts'
import type { ServerStart } from './server-start.ts'

/** In a call `params` are values, in a scenario declarations. */
const withExampleOfCall = ({ path, message }: Problem): string =>
  path.join('.') === 'params' && message.startsWith('expected ')
    ? `${message.split(';')[0]}; for example {"seconds":5}`
    : withExample(path, message)

/** A value as a schema wants it. @throws SteeringError `invalid_args`, with every problem */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, problems } = check(schema, value)
  if (data !== undefined) return data
  throw new SteeringError(
    'invalid_args',
    problemsLine(problems.map((each) => ({ ...each, message: withExampleOfCall(each) }))),
  )
}

/** What control calls and pages use of a simulator that is open. */
export interface ControlContext {
  readonly sandboxes: Sandboxes
  readonly start: ServerStart
  readonly documents: DocumentStore
  readonly access: AccessControl
  readonly instance: RunningServer
  /** Counts the exchanges of the whole run. */
  readonly runTotals: RunTotals
  /** Requests that use a rule, by its id. */
  readonly touches: (config: WorldConfig, inForce: RulesInForce) => Promise<Touches>
  /** The path of a proxy before every other, without a slash at its end. */
  readonly basePath: string | undefined
  /** Of the server, where it keeps any. */
  readonly metrics: Metrics | undefined
  /** What the server runs under. */
  readonly trial: OpenTrial | undefined
  /** The sweep that runs on this server. */
  readonly sweep: SweepView | undefined
  readonly onAct: OnAct | undefined
}

/** The same, and the sandbox that a call acts on. */
export interface CallContext extends ControlContext {
  readonly sandbox: Sandbox
  /** The path of a proxy before every other, as this request came through it. */
  readonly publicPath?: string
  /** Where people reach the sandbox: origin, path of a proxy, `/~name`. */
  readonly base?: string
}

/** Is told in a few words what a call did to a sandbox. */
export type OnAct = (text: string, sandbox: string) => void

/** A control call: over HTTP, in the description of the API, and for code that holds a sandbox. */
export interface Call<Result = unknown> {
  readonly method: string
  /** Below `/_sim`, as Hono writes it. */
  readonly path: string
  readonly summary: string
  /** The schema of the body, of a GET that of the query. */
  readonly takes?: z.ZodType
  /** Set where the body may be as large as a whole state: its schema for the description only, because `act` checks the body itself. */
  readonly document?: z.ZodType
  /** The schema of the response, for the description. */
  readonly shows: z.ZodType
  /** The media type of the response, where it is not JSON. */
  readonly mediaType?: string
  /** Whether it changes its sandbox, which is then made where there is none. Other calls make none. */
  readonly changesSandbox: boolean
  /** Refuses what the path names before a body is read. */
  readonly check?: (params: Params<string>) => void
  /** Checks the input and carries the call out. @throws SteeringError, DocumentError; then nothing has changed */
  readonly act: (context: CallContext, input?: unknown, params?: Params<string>) => Result
  /** The same, with the result as HTTP shows it. */
  readonly respond: (context: CallContext, input: unknown, params: Params<string>) => Promise<unknown>
}

type Params<Name extends string> = Readonly<Record<Name, string>>

type NamesIn<Route extends string> = Route extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Route extends `${string}/:${infer Name}`
    ? Name
    : never

interface Declaration<Name extends string, Input, Result> extends Pick<
  Call,
  'summary' | 'document' | 'shows' | 'mediaType'
> {
  readonly check?: (params: Params<Name>) => void
  /** Set where a call that is not a GET changes no sandbox. */
  readonly changesSandbox?: false
  readonly act: (context: CallContext & { readonly params: Params<Name> }, input: Input) => Result
  /** What it did to the world, in a few words, for whoever reads the journal. */
  readonly tells?: (input: Input, context: CallContext & { readonly params: Params<Name> }) => string
  /** What HTTP shows of the result, where that is not the result itself. */
  readonly show?: (result: Awaited<Result>, context: CallContext & { readonly params: Params<Name> }) => unknown
}

interface DeclarationWithInput<Name extends string, Input, Result> extends Declaration<Name, Input, Result> {
  readonly takes: z.ZodType<Input>
}

/**
 * Declares a control call.
 * @param route method and path, as `PATCH /state/:collection/:id`
 */
export function call<const Route extends string, Input, Result>(
  route: Route,
  declaration: DeclarationWithInput<NamesIn<Route>, Input, Result>,
): Call<Result>
export function call<const Route extends string, Result>(
  route: Route,
  declaration: Declaration<NamesIn<Route>, undefined, Result>,
): Call<Result>
export function call<Result>(
  route: string,
  declaration: Declaration<string, undefined, Result> | DeclarationWithInput<string, unknown, Result>,
): Call<Result> {
  const [method = '', path = ''] = route.split(' ')
  const { show = (result: unknown) => result, ...described } = declaration
  const act: Call<Result>['act'] = (context, input, params = {}) => {
    const given = { ...context, params }
    if (!('takes' in declaration))
      return noting(
        context,
        () => declaration.act(given, undefined),
        () => declaration.tells?.(undefined, given),
      )
    const read = parsed(declaration.takes, input)
    return noting(
      context,
      () => declaration.act(given, read),
      () => declaration.tells?.(read, given),
    )
  }
  return {
    changesSandbox: method !== 'GET',
    ...described,
    method,
    path,
    act,
    respond: async (context, input, params) => show(await act(context, input, params), { ...context, params }),
  }
}

/** Where a call is, as people read it: `/_sim/faults/{name}`. */
export const pathOf = ({ path }: Pick<Call, 'path'>): string => `/_sim${path.replaceAll(/:(\w+)/g, '{$1}')}`

/** Carries a call out, and notes in its world what it did, once it is done. */
function noting<Result>({ sandbox, onAct }: CallContext, work: () => Result, tells: () => string | undefined): Result {
  const { world } = sandbox
  const begun = world.journal.lastId
  const done = work()
  const note = (): void => {
    const text = tells()
    if (text === undefined) return
    sandbox.world.note(text, sandbox.world === world ? begun : undefined)
    onAct?.(text, sandbox.name)
  }
  if (done instanceof Promise) void done.then(note, () => undefined)
  else note()
  return done
}

/** A result that is text already. */
export class WrittenBody {
  readonly text: string
  readonly type: string

  constructor(text: string, type = 'application/json') {
    this.text = text
    this.type = type
  }
}

/** An object, with a list of shown items as its last field. */
export function withLongList<T>(
  object: object,
  name: string,
  items: readonly T[],
  show: (item: T) => unknown,
): WrittenBody {
  const list = items.map((item) => JSON.stringify(show(item))).join(',')
  return new WrittenBody(`${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:[${list}]}`)
}
