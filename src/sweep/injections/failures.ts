import type { Operation } from '../../kernel/operation.ts'
import { isRefusal } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { rulesOf } from '../../marketplace/routes.ts'
import { onlyReads } from '../fact.ts'
import type { Injection } from './injection.ts'
import { catalogue } from '../../marketplace/catalogue.ts'

const comesAgain = 'Such failures come and go: a client that gives up at the first one fails its user for nothing.'

/** Of a failure that only the first call of an operation meets. */
const first = { isForFirst: true }
/** Of an answer without data, at which a client may fail. */
const noData = { isForFirst: true, right: ['noticed'] }

/** Failures on the way, whatever the operation: a name, what is injected, its effect, and why it matters. */
export const transient: readonly Injection[] = (
  [
    ['429', '429', { rate_limited: true }, 'A client that is too fast must wait, and then ask again.'],
    ['502', 'the client gets a 502 HTML page', { html_502: true }, comesAgain],
    ['503', '503', { status: 503 }, comesAgain],
    ['reset', 'the connection is reset', { reset: true }, comesAgain],
    ['empty-response', 'the connection ends without an answer', { empty_response: true }, comesAgain, first],
    [
      'truncated-body',
      'the body ends in the middle',
      { truncate_body: 0.5 },
      'A client that takes half an answer for a whole one works with what is not so.',
      first,
    ],
    [
      'malformed-json',
      'the body is not JSON',
      { malformed_json: true },
      'A client that expects JSON whatever comes crashes far from the cause.',
      first,
    ],
    [
      'hang',
      'no answer comes until the client gives up',
      { hang: true },
      'A client without a timeout waits without end, and so does everything that waits for it.',
    ],
    [
      'slow-body',
      'the body comes in 12 pieces over three seconds',
      { dribble: { chunks: 12, interval_ms: 250 } },
      'A timeout that starts again with each piece never ends a body that trickles.',
      first,
    ],
    [
      '204',
      '204 without a body',
      { status: 204 },
      'A client that takes an empty answer for an empty list reports what it never read.',
      noData,
    ],
    [
      'redirect',
      'a redirect to a page for people',
      { status: 302, headers: { location: '/login' } },
      'A client that follows it takes the page for data.',
      noData,
    ],
  ] satisfies readonly (readonly [string, string, Injection['effect'], string, Partial<Injection>?])[]
).map(([name, injected, effect, why, further]): Injection => ({
  name,
  injected: `${injected}, once`,
  effect,
  why,
  lasts: 'once',
  ...further,
}))

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

/** Whether a response which is lost or spoiled is all that is lost. */
const isRead = ({ id, method }: Operation): boolean => onlyReads({ operation: id, method })

/** Whether it is a real response that cannot be read: of an operation that took place. */
const isSpoiled = ({ effect }: Injection): boolean =>
  'truncate_body' in effect || 'malformed_json' in effect || 'dribble' in effect

/** A change that is answered with 204 has happened, as far as a client can know. */
export const transientFor = (operation: Operation): readonly Injection[] =>
  isRead(operation) ? transient : transient.filter((each) => !isSpoiled(each) && each.effect.status !== 204)

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

export const lostRepliesFor = (operation: Operation): readonly Injection[] => (isRead(operation) ? [] : lostReplies)

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

/** Whether a deletion is refused because there is none any more: many clients take that for deleted, and are right. */
const isGone = ({ method }: Operation, ruleId: string, status: number | undefined): boolean =>
  method === 'DELETE' && status === 404 && !ruleId.startsWith('authentication.')

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
      ...(isGone(operation, id, status) && { right: ['unnoticed'] }),
    }))
  return [...refusals, notFoundPage]
}
