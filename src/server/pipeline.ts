import { type Outcome, type Reply, whole } from '../testing/faults/effect.ts'
import { noInput } from '../kernel/operation.ts'
import { repeatedParameters } from '../kernel/query-parameters.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Rule } from '../kernel/rule.ts'
import { head, noRoomForRows, request, routing } from '../marketplace/operation/rules.ts'
import type { RawInput, Route } from '../marketplace/operation/route.ts'
import type { UserRow } from '../marketplace/users/collections.ts'
import { authentication } from '../marketplace/users/rules.ts'
import { isSandboxName, noSandboxName } from '../sandbox/address.ts'
import { BodyBrokeOffError } from '../sandbox/read-body.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandbox/sandboxes.ts'
import { applyDueChanges } from '../sandbox/world.ts'
import type { OpenTrial } from '../testing/trial/open-trial.ts'
import { admit } from './admit.ts'
import { corsHeaders } from './cors.ts'
import type { Incoming, ReadBody } from './incoming.ts'
import { OpenExchange } from './open-exchange.ts'
import type { Match } from './path-table.ts'
import { servedIn } from './served.ts'
import { parseInput } from './read-input.ts'
import { inOrder, ownReply } from './response.ts'
import { stubbed } from './stubbed.ts'
import { type Operate, underFaults } from './under-faults.ts'
import { type Surroundings, unmatched } from './unmatched.ts'
import { withPublishedKeys } from './whose-keys.ts'

/** What a server answers with. */
export interface Server extends Surroundings {
  readonly sandboxes: Sandboxes
  /** The control token: it is masked where a client sent it to the simulated interface. */
  readonly controlToken: string | undefined
  /** What it runs under, in all sandboxes. */
  readonly trial: OpenTrial | undefined
  /** What is answered where the simulator itself fails. */
  readonly defect: (error: unknown) => Reply
}

/**
 * The one way of a request, whoever carries it: sandbox, exchange, body, key, permission, rate limit, faults,
 * operation, response, recording. Synchronous unless a body, a fault or long work is waited for; it neither throws nor rejects.
 * @param match the operation that takes it; undefined where none does
 */
export function handle(incoming: Incoming, match: Match | undefined, server: Server): Outcome | Promise<Outcome> {
  const { sandbox: name = DEFAULT_SANDBOX } = incoming
  if (!isSandboxName(name)) return whole(noSandbox(name, incoming.headers.value('origin')))
  const failed = (error: unknown): Outcome => whole(server.defect(error))
  try {
    const sandbox = server.sandboxes.enter(name)
    return whileBusy(sandbox, () => exchanged(incoming, match, sandbox, server), failed)
  } catch (error) {
    return failed(error)
  }
}

/** A sandbox in which a request is under way is not evicted: not for one that came at the same moment, either. */
function whileBusy(
  sandbox: Sandbox,
  work: () => Outcome | Promise<Outcome>,
  failed: (error: unknown) => Outcome,
): Outcome | Promise<Outcome> {
  sandbox.busy += 1
  try {
    const outcome = work()
    if (!(outcome instanceof Promise)) {
      if (answered.push(sandbox) === 1) void now.then(restAnswered)
      return outcome
    }
    const done = (settled: Outcome): Outcome => {
      sandbox.busy -= 1
      return settled
    }
    return outcome.then(done, (error: unknown) => done(failed(error)))
  } catch (error) {
    sandbox.busy -= 1
    return failed(error)
  }
}

const now = Promise.resolve()

/** The sandboxes of the requests that were answered at this moment. */
let answered: Sandbox[] = []

function restAnswered(): void {
  for (const sandbox of answered) sandbox.busy -= 1
  answered = []
}

/** The exchange opens before the body has come, as its number and its instant tell. */
function exchanged(
  incoming: Incoming,
  match: Match | undefined,
  sandbox: Sandbox,
  server: Server,
): Outcome | Promise<Outcome> {
  const served = servedIn(sandbox.world, match, incoming, server)
  const operation = served?.match.route.operation
  const rules = operation?.rules ?? unmatchedRules
  const exchange = new OpenExchange(incoming, operation, rules, sandbox, server)
  const { hint } = incoming.headers
  if (hint !== undefined) exchange.trace.addHint(hint)
  const repeated = repeatedParameters(incoming.query)
  exchange.trace.repeated = repeated
  for (const name of repeated.slice(0, MAX_REPEATED_HINTS))
    exchange.trace.addHint(`${name.slice(0, 64)} is given several times: the last value counts`)
  if (served === undefined)
    return stubbed(exchange, {
      nobody: () => nobody(exchange, server),
      refused: (error) => refused(exchange, error),
    })
  if (served.by !== undefined) exchange.trace.apply(served.by)
  const body = operation?.body === noInput ? '' : incoming.body(sandbox.budget)
  return body instanceof Promise
    ? body.then((read) => operated(exchange, served.match, read))
    : operated(exchange, served.match, body)
}

/** So many names of repeated parameters are in a hint. */
const MAX_REPEATED_HINTS = 5

/** Neither an operation nor a stub takes the request. */
function nobody(exchange: OpenExchange, server: Server): Outcome {
  const reply = unmatched(exchange, server)
  exchange.close(reply, null)
  return whole('allow' in reply.headers ? inOrder(reply) : reply)
}

/** From the key on: what the caller may do, what faults make of it, what the operation says. */
function operated(exchange: OpenExchange, { route, params }: Match, body: ReadBody): Outcome | Promise<Outcome> {
  const { trace, incoming, sandbox } = exchange
  const { operation } = route
  try {
    if (incoming.method === 'HEAD') trace.apply(head)
    if (body instanceof BodyBrokeOffError) return refused(exchange, body)
    exchange.sentBody = typeof body === 'string' ? body : ''
    const user = admit(exchange, operation)
    if (user instanceof Refusal) return refused(exchange, user)
    if (typeof body !== 'string') return refused(exchange, body)
    if (operation.stores === true && !sandbox.hasRoomForRows(exchange.requestBody)) throw noRoomForRows()
    const operate: Operate = (rewrite = same) => {
      applyDueChanges(exchange.world)
      const input = rewrite(parseInput(operation, exchange, params))
      const result = run(exchange, route, user, input)
      if (result instanceof Refusal) return exchange.refusal(result)
      exchange.happened = true
      exchange.useSandbox()
      const { success } = operation
      return exchange.reply(success === undefined ? 200 : exchange.world.rules.valueOf(success), result)
    }
    const fired = exchange.meetFaults()
    const outcome =
      fired.length === 0
        ? recorded(exchange, operate())
        : underFaults(exchange, fired, (rewrite) => orRefusal(exchange, () => operate(rewrite)))
    return outcome instanceof Promise ? outcome.catch((error: unknown) => refused(exchange, error)) : outcome
  } catch (error) {
    return refused(exchange, error)
  }
}

/** The operation; the rows that it changes are those of the exchange. */
function run(exchange: OpenExchange, route: Route, user: UserRow, input: RawInput): unknown {
  const before = exchange.world.state.rows
  try {
    return route.run(exchange.sim, user, input)
  } finally {
    exchange.written = exchange.world.rowsWritten(before)
  }
}

function recorded(exchange: OpenExchange, reply: Reply): Outcome {
  exchange.close(reply, null)
  return whole(reply)
}

/** A refusal ends the exchange; anything else that is thrown is a defect. */
function refused(exchange: OpenExchange, error: unknown): Outcome {
  if (error instanceof BodyBrokeOffError) {
    exchange.trace.addHint('the body broke off: nothing was answered')
    exchange.close(undefined, null)
    return { kind: 'closed', error }
  }
  if (!(error instanceof Refusal)) {
    exchange.fail()
    throw error
  }
  const reply = exchange.refusal(error)
  exchange.close(reply, null)
  return whole(error.rule === authentication.keyUnknown ? withPublishedKeys(reply, exchange.world) : reply)
}

/** Under faults a refusal is a reply too. */
function orRefusal(exchange: OpenExchange, work: () => Reply): Reply {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return exchange.refusal(error)
    throw error
  }
}

const same = (input: RawInput): RawInput => input

const unmatchedRules: ReadonlySet<Rule> = new Set([...Object.values(routing), request.tooLarge, request.malformedJson])

/** The response to a request for a sandbox whose name is none. */
export const noSandbox = (name: string, origin: string | null): Reply =>
  ownReply(400, { error: 'invalid_args', msg: noSandboxName(name) }, corsHeaders(origin))
