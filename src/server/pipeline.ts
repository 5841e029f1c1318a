import { noInput, type Operation } from '../kernel/operation.ts'
import { repeatedParameters } from '../kernel/query-parameters.ts'
import { Refusal } from '../kernel/refusal.ts'
import { refuseRows } from '../marketplace/operation/shared-rules.ts'
import type { UserRow } from '../marketplace/users/collections.ts'
import { isSandboxName, noSandboxNameText } from '../sandbox/address.ts'
import { BodyBrokeOffError } from '../sandbox/read-body.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandbox/sandboxes.ts'
import { applyDueChanges } from '../sandbox/world.ts'
import { type Outcome, type Reply, whole } from '../testing/faults/effect.ts'
import type { OpenTrial } from '../testing/trial/open-trial.ts'
import { admit } from './admit.ts'
import { corsHeaders } from './cors.ts'
import type { Incoming } from './incoming.ts'
import { OpenExchange } from './open-exchange.ts'
import { findServed, type Match } from './path-table.ts'
import { parseInput } from './read-input.ts'
import { redirectToSlash, replyUnmatched, type UnmatchedContext } from './unmatched.ts'
import { sortHeaders, ownReply } from './response.ts'
import { findStub } from './find-stub.ts'
import { type Operate, underFaults } from './under-faults.ts'
import { withPublishedKeys } from './describe-keys.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/** What a server answers with. */
export interface Server extends UnmatchedContext {
  readonly sandboxes: Sandboxes
  /** The control token: it is masked where a client sent it to the simulated interface. */
  readonly controlToken: string | undefined
  /** What it runs under, in all sandboxes. */
  readonly trial: OpenTrial | undefined
  /** The answer where the simulator itself fails. */
  readonly defect: (error: unknown) => Reply
}

/**
 * The one way of a request, over a socket or by `fetch`: sandbox, exchange, body, caller, faults, operation, journal.
 * It does not reject.
 * @param match the operation that takes it; undefined where none does
 */
export async function handle(incoming: Incoming, match: Match | undefined, server: Server): Promise<Outcome> {
  const { sandbox: name = DEFAULT_SANDBOX } = incoming
  if (!isSandboxName(name)) return whole(noSandbox(name, incoming.headers.value('origin')))
  try {
    const sandbox = server.sandboxes.enter(name)
    // No sandbox is evicted while a request is under way in it.
    sandbox.busy += 1
    try {
      return await answer(incoming, match, sandbox, server)
    } finally {
      sandbox.busy -= 1
    }
  } catch (error) {
    return whole(server.defect(error))
  }
}

/** The exchange opens before the body has come: its number and its instant are those of the arrival. */
async function answer(
  incoming: Incoming,
  match: Match | undefined,
  sandbox: Sandbox,
  server: Server,
): Promise<Outcome> {
  const { world } = sandbox
  const served = findServed(world.rules, match, incoming)
  const exchange = new OpenExchange(incoming, served?.match.route.operation, sandbox, world, server)
  noteHints(exchange)
  if (served?.by !== undefined) exchange.trace.apply(served.by)
  try {
    if (served === undefined) {
      const redirect = redirectToSlash(exchange, server)
      if (redirect !== undefined) {
        exchange.close(redirect)
        return whole(redirect)
      }
      const operate = await findStub(exchange)
      if (operate !== undefined) return await underFaults(exchange, exchange.meetFaults(), operate)
      const reply = replyUnmatched(exchange, server)
      exchange.close(reply)
      return whole(sortHeaders(reply))
    }
    const { operation } = served.match.route
    const unreadable = operation.body === noInput ? undefined : await exchange.readBody()
    if (incoming.method === 'HEAD') exchange.trace.apply(catalogue['request.head'])
    const user = admit(exchange, operation)
    if (unreadable !== undefined) throw unreadable
    if (operation.stores === true && !sandbox.hasRoomForRows(exchange.sentBody)) throw refuseRows()
    return await underFaults(exchange, exchange.meetFaults(), operateAs(user, exchange, served.match))
  } catch (error) {
    return answerRefusal(exchange, error)
  }
}

/** So many names of repeated parameters are in a hint. */
const MAX_REPEATED_HINTS = 5

function noteHints({ incoming: { headers, query }, trace }: OpenExchange): void {
  if (headers.hint !== undefined) trace.addHint(headers.hint)
  trace.repeated = repeatedParameters(query)
  for (const name of trace.repeated.slice(0, MAX_REPEATED_HINTS))
    trace.addHint(`${name.slice(0, 64)} is given several times: the last value counts`)
}

/** What carries the operation out. The rows that it changes are those of the exchange. */
function operateAs(user: UserRow, exchange: OpenExchange, { route, params }: Match): Operate {
  const { world } = exchange
  const { operation } = route
  return (rewrite) => {
    applyDueChanges(world)
    const input = rewrite(parseInput(operation, exchange, params))
    const before = world.rows
    try {
      const result = route.run(exchange.sim, user, input)
      exchange.happened = true
      exchange.useSandbox()
      return exchange.reply(statusOf(operation, exchange), result)
    } finally {
      exchange.written = world.rowsWritten(before)
    }
  }
}

const statusOf = ({ success }: Operation, { world }: OpenExchange): number =>
  success === undefined ? 200 : world.rules.valueOf(success)

/** A refusal ends the exchange; anything else that is thrown is a defect. */
function answerRefusal(exchange: OpenExchange, error: unknown): Outcome {
  if (error instanceof BodyBrokeOffError) {
    exchange.trace.addHint('the body broke off: nothing was answered')
    exchange.close(undefined)
    return { kind: 'closed', error }
  }
  if (!(error instanceof Refusal)) {
    exchange.fail()
    throw error
  }
  const reply = exchange.refusal(error)
  exchange.close(reply)
  return whole(
    error.rule === catalogue['authentication.key-unknown'] ? withPublishedKeys(reply, exchange.world) : reply,
  )
}

/** The response to a request with an invalid sandbox name. */
export const noSandbox = (name: string, origin: string | null): Reply =>
  ownReply(400, { error: 'invalid_args', msg: noSandboxNameText(name) }, corsHeaders(origin))
