import { fieldOf, isObject } from '../../kernel/object.ts'
import { MASK } from '../../kernel/secret.ts'
import { jsonPath } from '../journal/json-path.ts'
import { fingerprint } from '../journal/match.ts'
import type { Match } from '../journal/match-schema.ts'
import { maskedBody, maskedHeaders, withoutSecrets } from '../journal/redact.ts'
import { isSecretName } from '../journal/secret-names.ts'
import type { Stub } from '../stubs/schema.ts'
import { operationsWithin } from './reachability.ts'
import type { Effect, Fault } from './schema.ts'

/** A match as it was written, without secrets, with an API key by its fingerprint. */
const presentMatch = <Criteria extends Match>({ api_key, body, ...criteria }: Criteria) => ({
  ...criteria,
  ...(body && { body: Object.fromEntries(body.map(({ path, value }) => [path, withoutSecrets(value)])) }),
  ...(api_key !== undefined && { api_key: fingerprint(api_key) }),
})

/** A fault as the control API shows it: as it was written, without secrets. */
export function presentFault({ name, match, when, effect, must_fire }: Fault, matched: number, fired: number) {
  const { sequence, ...rest } = when
  return {
    name,
    match: presentMatch(match),
    when: { ...rest, ...(sequence && { sequence: sequence.map((each) => each && presentEffect(each)) }) },
    ...(effect && { effect: presentEffect(effect) }),
    must_fire,
    matched,
    fired,
  }
}

/** A fault with how many requests it matched, and on how many of them it fired. */
export type ShownFault = ReturnType<typeof presentFault>

/** What an added fault or stub took the place of. */
export interface Replacing {
  /** Where one had its name: that it is gone. */
  readonly msg?: string
}

/** A fault that was just added; `msg` says too that no user is the caller of its match. */
export type AddedFault = ShownFault & Replacing

/** A stub as the control API shows it: as it was written, without secrets. */
export const presentStub = ({ name, match, answer }: Stub, matched: number) => ({
  name,
  match: presentMatch(match),
  answer: {
    ...answer,
    headers: maskedHeaders(answer.headers),
    ...('body' in answer && { body: maskedBody(answer.body) }),
  },
  matched,
})

/** A stub as it was written, without secrets, and how many requests it answered. */
export type ShownStub = ReturnType<typeof presentStub>

/** A stub that was just added. */
export interface AddedStub extends ShownStub, Replacing {
  /** Operations that its path covers: where the dialect serves them, they answer for themselves. */
  readonly yields_to: readonly string[]
}

export const presentAdded = (stub: Stub): AddedStub => ({
  ...presentStub(stub, 0),
  yields_to: operationsWithin(stub.match).map(({ id }) => id),
})

/** The value of an effect without secrets, also those that steps put into an answer. */
export const shownValue = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(withoutSecretStep) : isObject(value) ? withoutSecrets(value) : value

const withoutSecretStep = (step: unknown): unknown => {
  const path = fieldOf(step, 'set')
  const setsSecret = typeof path === 'string' && jsonPath(path).names.some(isSecretName)
  return withoutSecrets(setsSecret && isObject(step) ? { ...step, to: MASK } : step)
}

function presentEffect({ latencyMs, jitterMs, hangs, stream, replacement, body, headers }: Effect) {
  return {
    ...(latencyMs > 0 && { latency_ms: latencyMs }),
    ...(jitterMs > 0 && { jitter_ms: jitterMs }),
    ...(hangs && { hang: true }),
    ...(replacement && { [replacement.key]: shownValue(replacement.value) }),
    ...(body !== undefined && { body: maskedBody(body) }),
    ...(Object.keys(headers).length > 0 && { headers: maskedHeaders(headers) }),
    stream,
  }
}
