import { fingerprint } from '../journal/match.ts'
import type { Effect, Fault } from './schema.ts'

/** A fault as the control API shows it: as it was written, with an API key by its fingerprint. */
export function presentFault({ name, match, when, effect, must_fire }: Fault, matched: number, fired: number) {
  const { sequence, ...rest } = when
  const { api_key, body, ...criteria } = match
  return {
    name,
    match: {
      ...criteria,
      ...(body && { body: Object.fromEntries(body.map(({ path, value }) => [path, value])) }),
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

function presentEffect({ latencyMs, jitterMs, hangs, stream, replacement, body, headers }: Effect) {
  return {
    ...(latencyMs > 0 && { latency_ms: latencyMs }),
    ...(jitterMs > 0 && { jitter_ms: jitterMs }),
    ...(hangs && { hang: true }),
    ...(replacement && { [replacement.key]: replacement.value }),
    ...(body !== undefined && { body }),
    ...(Object.keys(headers).length > 0 && { headers }),
    stream,
  }
}
