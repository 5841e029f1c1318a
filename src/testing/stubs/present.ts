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
  }
}

/** A stub as it was written, without secrets, and how many requests it answered. */
export type ShownStub = ReturnType<typeof presentStub>

/** A stub that was just added. */
export interface AddedStub extends ShownStub {
  /** Operations that its path covers: they answer for themselves. */
  readonly yields_to: readonly string[]
}

export const presentAdded = (stub: Stub): AddedStub => ({
  ...presentStub(stub, 0),
  yields_to: operationsWithin(stub.match).map(({ id }) => id),
})
