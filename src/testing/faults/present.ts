import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { fieldOf, isObject } from '../../kernel/object.ts'
import { MASK } from '../../kernel/secret.ts'
import { jsonPath } from '../journal/json-path.ts'
import { fingerprint } from '../journal/match.ts'
import { maskedBody, maskedHeaders, withoutSecrets } from '../journal/redact.ts'
import { isSecretName } from '../journal/secret-names.ts'
import type { Effect, Fault } from './schema.ts'

/** A fault as the control API shows it: as it was written, without secrets, with an API key by its fingerprint. */
export function presentFault({ name, match, when, effect, must_fire }: Fault, matched: number, fired: number) {
  const { sequence, ...rest } = when
  const { api_key, body, ...criteria } = match
  return {
    name,
    match: {
      ...criteria,
      ...(body && { body: Object.fromEntries(body.map(({ path, value }) => [path, withoutSecrets(value)])) }),
      ...(api_key !== undefined && { api_key: fingerprint(api_key) }),
    },
    when: { ...rest, ...(sequence && { sequence: sequence.map((each) => each && presentEffect(each)) }) },
    ...(effect && { effect: presentEffect(effect) }),
    must_fire,
    matched,
    fired,
  }
}

/** A fault with how many requests it matched, and on how many of them it fired. */
export type ShownFault = ReturnType<typeof presentFault>

/** The value of an effect without secrets, also those that steps put into an answer. */
export const shownValue = (value: unknown): unknown => (isObject(value) ? withoutSecretSteps(value) : value)

const withoutSecretSteps = memoizeByObject((value: object) =>
  Array.isArray(value) ? value.map(withoutSecretStep) : withoutSecrets(value),
)

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
