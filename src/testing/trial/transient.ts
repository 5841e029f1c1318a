import type { Operation } from '../../kernel/operation.ts'
import { isRefusal, type RefusalRule } from '../../kernel/rule.ts'
import { sandboxFull } from '../../marketplace/operation/rules.ts'
import type { Injection } from './injection.ts'

const comesAgain = 'Such failures come and go: a client that gives up at the first one fails its user for nothing.'

/** What goes wrong once on the way, whatever the operation. */
export const transient: readonly Injection[] = [
  {
    name: '429',
    injected: '429, once',
    why: 'A client that is too fast is told to wait: it must wait, and then ask again.',
    lasts: 'once',
    effect: { rate_limited: true },
  },
  {
    name: '502',
    injected: 'the client gets a 502 HTML page, once',
    why: comesAgain,
    lasts: 'once',
    effect: { html_502: true },
  },
  { name: '503', injected: '503, once', why: comesAgain, lasts: 'once', effect: { status: 503 } },
  { name: 'reset', injected: 'the connection is reset, once', why: comesAgain, lasts: 'once', effect: { reset: true } },
  {
    name: 'empty-response',
    injected: 'the connection ends without an answer, once',
    why: comesAgain,
    lasts: 'once',
    effect: { empty_response: true },
  },
  {
    name: 'truncated-body',
    injected: 'the body ends in the middle, once',
    why: 'A client that takes half an answer for a whole one works with what is not so.',
    lasts: 'once',
    effect: { truncate_body: 0.5 },
  },
  {
    name: 'malformed-json',
    injected: 'the body is not JSON, once',
    why: 'A client that expects JSON whatever comes crashes far from the cause.',
    lasts: 'once',
    effect: { malformed_json: true },
  },
  {
    name: 'hang',
    injected: 'no answer comes until the client gives up, once',
    why: 'A client without a timeout waits for ever, and so does all that waits for it.',
    lasts: 'once',
    effect: { hang: true },
  },
]

/** The operation happens, and its client does not learn of it. */
export const lostReply: Injection = {
  name: 'lost-reply',
  injected: 'the operation happens and the reply is lost, once',
  why: 'A client that simply asks again does twice what was wanted once.',
  lasts: 'once',
  effect: { reset: true, stream: 'after' },
}

/** Each refusal of an operation, from one call on. What the simulator refuses for want of room is none of the service's. */
export const refusalsFor = ({ rules, limit, limitedOnDemand }: Operation): readonly Injection[] =>
  [...rules]
    .filter(isRefusal)
    .filter((rule) => rule !== sandboxFull && (limit === undefined || rule !== limitedOnDemand))
    .map(refusal)

const refusal = ({ id, status, error, text }: RefusalRule): Injection => ({
  name: id,
  injected: `${status} ${error}, from then on`,
  why: text,
  lasts: 'from',
  effect: { refuse: id },
})
