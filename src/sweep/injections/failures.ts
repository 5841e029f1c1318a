import type { Operation } from '../../kernel/operation.ts'
import { isRefusal } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { sandboxFull } from '../../marketplace/operation/rules.ts'
import { rulesOf } from '../../marketplace/routes.ts'
import type { Injection } from './injection.ts'

const comesAgain = 'Such failures come and go: a client that gives up at the first one fails its user for nothing.'

/** Failures on the way, whatever the operation. */
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

/** Whether an operation changes nothing, so that a response which is lost or spoiled is all that is lost. */
const onlyReads = ({ id, method }: Operation): boolean => method === 'GET' || id.endsWith('.search')

/** Whether it is a real response that cannot be read: of an operation that took place. */
const isSpoiled = ({ effect }: Injection): boolean => 'truncate_body' in effect || 'malformed_json' in effect

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
    .filter((each) => isSpoiled(each) || 'hang' in each.effect || 'html_502' in each.effect)
    .map((each) => ({
      ...each,
      injected: `the operation happens, then ${each.injected}`,
      why: doneTwice,
      effect: isSpoiled(each) ? each.effect : { ...each.effect, stream: 'after' as const },
    })),
]

export const lostRepliesFor = (operation: Operation): readonly Injection[] => (onlyReads(operation) ? [] : lostReplies)

/** What a proxy answers where it knows no such path. */
const notFoundPage: Injection = {
  name: '404-html',
  injected: 'a 404 page of a gateway, from then on',
  why: 'An address that is wrong is answered by whoever is there: a client that reads any body takes a page for data.',
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
  const limiter = operation.limit?.rule ?? operation.limitedOnDemand
  const refusals = rulesOf(operation, inForce)
    .filter(isRefusal)
    .filter((rule) => rule !== sandboxFull && (rule.error !== 'rate_limited' || rule === limiter))
    .map(({ id, status, error, text }): Injection => ({
      name: id,
      injected: `${status} ${error}, from then on`,
      why: text,
      lasts: 'from',
      effect: { refuse: id },
    }))
  return [...refusals, notFoundPage]
}
