import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderForTest } from '../support/folders.ts'

/** A file with this text in a folder of its own. */
export function fileOf(text: string, name = 'pact.json'): string {
  const file = join(folderForTest(), name)
  writeFileSync(file, text)
  return file
}

/** A pact of specification 2, 3 or 4. */
export const pactOf = (interactions: readonly object[], version = '3.0.0') => ({
  consumer: { name: 'backup' },
  provider: { name: 'marketplace' },
  interactions,
  metadata: { pactSpecification: { version } },
})

export const pactFile = (interactions: readonly object[], version?: string): string =>
  fileOf(JSON.stringify(pactOf(interactions, version)))

export const listing = {
  method: 'GET',
  path: '/api/v0/users/cloud_integrations/',
  headers: { Authorization: 'Bearer renter-key' },
}

/** That an account has no cloud connections, which holds after the state `the account is empty` only. */
export const noConnections = (description: string, ...states: readonly (string | object)[]) => ({
  description,
  providerStates: states.map((state) => (typeof state === 'string' ? { name: state } : state)),
  request: listing,
  response: { status: 200, body: [] },
})
