import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { Rule } from '../../kernel/rule.ts'
import { catalogue, rulesNamed } from '../catalogue.ts'

/** The rules for requests that match no operation. */
export const routingRules = rulesNamed(['routing.unknown-path', 'routing.other-version', 'routing.wrong-method'])

/** Those that may shape the response to a request which no operation takes. */
export const unmatchedRules: ReadonlySet<Rule> = new Set([
  ...routingRules,
  catalogue['routing.trailing-slash'],
  catalogue['request.too-large'],
  catalogue['request.malformed-json'],
])

export const refuseRows = (): Refusal =>
  refuse(
    catalogue['service.sandbox-full'],
    'the simulator has no room for more rows in this sandbox',
    'delete rows, reset the sandbox, or give the simulator a larger --memory-budget',
  )

/** The refusal of a body while other requests use the whole memory budget. */
export const refuseBody = (): Refusal =>
  refuse(
    catalogue['request.too-large'],
    'the simulator has no room for this body now: bodies in flight and stored data take all of its memory budget',
    'send fewer large bodies at once, or give the simulator a larger --memory-budget',
  )
