import { sha256Hex } from '../../kernel/secret.ts'
import { refuse } from '../../kernel/refusal.ts'
import { ownInstance } from '../instances/manage.ts'
import type { InstanceRow } from '../instances/rows.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { addRules, attachRules, changeRules, listRules } from './rules.ts'
import type { KeyBody, SshKey } from './schema.ts'

/** The id of a key: it follows from the text, so that the fixture need not give one. */
const idOf = (key: string): number => Number.parseInt(sha256Hex(key, 4).slice(0, 7), 16)

const shownKey = ({ invention }: Sim, user_id: number, key: string): SshKey => ({
  id: idOf(key),
  user_id,
  public_key: key,
  created_at: invention.epochSeconds,
  deleted_at: null,
})

const withKeys = ({ tables }: Sim, user: UserRow, ssh_keys: readonly string[]): void => {
  tables.users.put({ ...user, ssh_keys: [...ssh_keys] })
}

export function keysOf(sim: Sim, { id, ssh_keys = [] }: UserRow): readonly SshKey[] {
  if (ssh_keys.length === 0 && sim.rules.shapes(listRules.none)) throw refuse(listRules.none, 'you have no SSH keys')
  return ssh_keys.map((key) => shownKey(sim, id, key))
}

/** The key of a body, without the end of its line. @throws Refusal where there is none */
function keyIn({ ssh_key = '' }: KeyBody): string {
  const key = ssh_key.trim()
  if (key === '') throw refuse(addRules.noKey, 'ssh_key: is missing')
  return key
}

export function addKey(sim: Sim, user: UserRow, body: KeyBody): SshKey {
  const key = keyIn(body)
  const { ssh_keys = [] } = user
  if (ssh_keys.includes(key)) throw refuse(addRules.duplicate, 'duplicate: you have this SSH key already')
  withKeys(sim, user, [...ssh_keys, key])
  return shownKey(sim, user.id, key)
}

export function changeKey(sim: Sim, user: UserRow, id: number, body: KeyBody): SshKey {
  const key = keyIn(body)
  withKeys(sim, user, replaced(user, id, [key]))
  return shownKey(sim, user.id, key)
}

export function removeKey(sim: Sim, user: UserRow, id: number): void {
  withKeys(sim, user, replaced(user, id, []))
}

/** @throws Refusal where the user has no such key */
function replaced({ ssh_keys = [] }: UserRow, id: number, by: readonly string[]): readonly string[] {
  if (!ssh_keys.some((key) => idOf(key) === id)) throw refuse(changeRules.noKey, `you have no SSH key ${id}`)
  return ssh_keys.flatMap((key) => (idOf(key) === id ? by : [key]))
}

function instanceOf(sim: Sim, user: UserRow, id: number): InstanceRow {
  const row = ownInstance(sim, user, id)
  if (row === undefined) throw refuse(attachRules.instanceUnknown, `instance ${id} not found`)
  return row
}

export const keysOfInstance = (sim: Sim, user: UserRow, id: number): readonly SshKey[] =>
  (instanceOf(sim, user, id).ssh_keys ?? user.ssh_keys ?? []).map((key) => shownKey(sim, user.id, key))

export function attachKey(sim: Sim, user: UserRow, id: number, body: KeyBody): void {
  const row = instanceOf(sim, user, id)
  const key = keyIn(body)
  const attached = row.ssh_keys ?? user.ssh_keys ?? []
  if (attached.includes(key)) throw refuse(attachRules.attachedAlready, 'SSH key already associated with instance.')
  sim.tables.instances.put({ ...row, ssh_keys: [...attached, key] })
}

export function detachKey(sim: Sim, user: UserRow, id: number, keyId: number): void {
  const row = instanceOf(sim, user, id)
  const attached = row.ssh_keys ?? user.ssh_keys ?? []
  const left = attached.filter((key) => idOf(key) !== keyId)
  if (left.length === attached.length) throw refuse(attachRules.keyUnknown, `no SSH key ${keyId} is attached`)
  sim.tables.instances.put({ ...row, ssh_keys: left })
}
