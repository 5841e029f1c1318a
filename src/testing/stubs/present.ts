import { maskedBody, maskedHeaders, withoutSecrets } from '../journal/redact.ts'
import { operationsWithin } from './reachability.ts'
import type { Stub } from './schema.ts'

/** A stub as the control API and the pages show it: as it was written, without secrets. */
export function presentStub({ name, match, answer }: Stub, matched: number) {
  const { body, ...criteria } = match
  const shown = Object.fromEntries((body ?? []).map(({ path, value }) => [path, withoutSecrets(value)]))
  return {
    name,
    match: { ...criteria, ...(body && { body: shown }) },
    answer: {
      ...answer,
      headers: maskedHeaders(answer.headers),
      ...('body' in answer && { body: maskedBody(answer.body) }),
    },
    matched,
    /** Operations that its path covers: they answer for themselves. */
    yields_to: operationsWithin(match).map(({ id }) => id),
  }
}

/** A stub with how many requests it answered. */
export type ShownStub = ReturnType<typeof presentStub>
