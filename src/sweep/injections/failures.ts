import type { Operation } from '../../kernel/operation.ts'
import { isRefusal } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { rulesOf } from '../../marketplace/routes.ts'
import type { Injection } from './injection.ts'
import { catalogue } from '../../marketplace/catalogue.ts'

const comesAgain = 'Such failures come and go: a client that gives up at the first one fails its user for nothing.'

/** Failures on the way, whatever the operation. */
export const transient: readonly Injection[] = [
  {
    name: '429',
    injected: '429, once',
    why: 'A client that is too fast must wait, and then ask again.',
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
    isForFirst: true,
    why: comesAgain,
    lasts: 'once',
    effect: { empty_response: true },
  },
  {
    name: 'truncated-body',
    injected: 'the body ends in the middle, once',
    isForFirst: true,
    why: 'A client that takes half an answer for a whole one works with what is not so.',
    lasts: 'once',
    effect: { truncate_body: 0.5 },
  },
  {
    name: 'malformed-json',
    injected: 'the body is not JSON, once',
    isForFirst: true,
    why: 'A client that expects JSON whatever comes crashes far from the cause.',
    lasts: 'once',
    effect: { malformed_json: true },
  },
  {
    name: 'hang',
    injected: 'no answer comes until the client gives up, once',
    why: 'A client without a timeout waits without end, and so does everything that waits for it.',
    lasts: 'once',
    effect: { hang: true },
  },
  {
    name: 'slow-body',
    injected: 'the body comes in 12 pieces over three seconds, once',
    why: 'A timeout that starts again with each piece never ends a body that trickles.',
    lasts: 'once',
    isForFirst: true,
    effect: { dribble: { chunks: 12, interval_ms: 250 } },
  },
  {
    name: '204',
    injected: '204 without a body, once',
    why: 'A client that takes an empty answer for an empty list reports what it never read.',
    lasts: 'once',
    isForFirst: true,
    right: ['noticed'],
    effect: { status: 204 },
  },
  {
    name: 'redirect',
    injected: 'a redirect to a page for people, once',
    why: 'A client that follows it takes the page for data.',
    lasts: 'once',
    isForFirst: true,
    right: ['noticed'],
    effect: { status: 302, headers: { location: '/login' } },
  },
]

const downForLong =
  'An outage lasts longer than a client can wait: one that asks without end is never done, and keeps the service down.'

/** The service is down from then on. */
export const outages: readonly Injection[] = (
  [
    { name: '503', injected: '503, from then on', effect: { status: 503 } },
    { name: 'reset', injected: 'the connection is reset, from then on', effect: { reset: true } },
    { name: 'hang', injected: 'no answer comes, from then on', effect: { hang: true } },
  ] satisfies readonly Pick<Injection, 'name' | 'injected' | 'effect'>[]
).map((each, at): Injection => ({ ...each, why: downForLong, lasts: 'from', isForFirst: at > 0 }))

/** Whether an operation changes nothing, so that a response which is lost or spoiled is all that is lost. */
const onlyReads = ({ id, method }: Operation): boolean => method === 'GET' || id.endsWith('.search')

/** Whether it is a real response that cannot be read: of an operation that took place. */
const isSpoiled = ({ effect }: Injection): boolean =>
  'truncate_body' in effect || 'malformed_json' in effect || 'dribble' in effect

export const transientFor = (operation: Operation): readonly Injection[] =>
  onlyReads(operation) ? transient : transient.filter((each) => !isSpoiled(each))

const doneTwice = 'A client that simply asks again does twice what was wanted once.'

/** The operation happens, and its client does not learn of it. */
export const lostReplies: readonly Injection[] = [
  {
    name: 'reset',
    injected: 'the operation happens and the reply is lost, once',
    why: doneTwice,
    lasts: 'once',
    effect: { reset: true, stream: 'after' },
  },
  ...transient
    .filter(
      (each) => (isSpoiled(each) && !('dribble' in each.effect)) || 'hang' in each.effect || 'html_502' in each.effect,
    )
    .map((each) => ({
      ...each,
      injected: `the operation happens, then ${each.injected}`,
      why: doneTwice,
      isForFirst: !('html_502' in each.effect),
      effect: isSpoiled(each) ? each.effect : { ...each.effect, stream: 'after' as const },
    })),
]

export const lostRepliesFor = (operation: Operation): readonly Injection[] => (onlyReads(operation) ? [] : lostReplies)

/** What a proxy answers where it knows no such path. */
const notFoundPage: Injection = {
  name: '404-html',
  injected: 'a 404 page of a gateway, from then on',
  why: 'An address that is wrong is answered by another server: a client that reads any body takes a page for data.',
  lasts: 'from',
  effect: {
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!DOCTYPE html><title>404 Not Found</title><h1>404 Not Found</h1>',
  },
}

/**
 * Each refusal of an operation. The limiter answers alike whichever of its rules is named: one is enough. What the
 * simulator refuses for want of room is none of the service's.
 */
export function refusalsFor(operation: Operation, inForce: RulesInForce): readonly Injection[] {
  const limiter = operation.limit ?? operation.configuredLimit
  const refusals = rulesOf(operation, inForce)
    .filter(isRefusal)
    .filter((rule) => rule !== catalogue['service.sandbox-full'] && (rule.error !== 'rate_limited' || rule === limiter))
    .map((rule) => ({ id: rule.id, form: inForce.of(rule) }))
    .map(({ id, form: { status, error, text } }, at, all): Injection => ({
      name: id,
      // Refusals that differ in their message alone are alike to a client.
      isForFirst: all.findIndex(({ form }) => form.status === status && form.error === error) < at,
      injected: `${status} ${error}, from then on`,
      why: text,
      lasts: 'from',
      effect: { refuse: id },
    }))
  return [...refusals, notFoundPage]
}
