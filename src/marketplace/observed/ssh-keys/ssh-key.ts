import { refuse } from '../../../kernel/refusal.ts'
import type { InstanceRow } from '../../instances/rows.ts'
import { requireOwnRow } from '../../own-row.ts'
import type { Sim } from '../../sim.ts'
import { nextKeyId, rememberKeyIds, sshKeyId, sshKeysOf, type UserRow } from '../../users/collections.ts'
import type { KeyBody, SshKey } from './schema.ts'
import { catalogue } from '../../catalogue.ts'

type Stored = Omit<SshKey, 'user_id' | 'deleted_at'>

/** A key of the fixture or of an instance, whose id follows from its text. */
const keyOfText = ({ invention }: Sim, public_key: string): Stored => ({
  id: sshKeyId(public_key),
  public_key,
  created_at: invention.epochSeconds,
})

const presentKey = (user: UserRow, key: Stored): SshKey => ({ ...key, user_id: user.id, deleted_at: null })

const storedKeys = (sim: Sim, { ssh_keys = [], added_ssh_keys = [] }: UserRow): readonly Stored[] => [
  ...ssh_keys.map((key) => keyOfText(sim, key)),
  ...added_ssh_keys,
]

export function listKeys(sim: Sim, user: UserRow): readonly SshKey[] {
  const keys = storedKeys(sim, user)
  if (keys.length === 0 && sim.rules.shapes(catalogue['ssh-keys.list.none']))
    throw refuse(catalogue['ssh-keys.list.none'], 'you have no SSH keys')
  return keys.map((key) => presentKey(user, key))
}

/** The key of a body, without the end of its line. @throws Refusal where there is none */
function readKey({ ssh_key = '' }: KeyBody): string {
  const key = ssh_key.trim()
  if (key === '') throw refuse(catalogue['ssh-keys.no-ssh-key'], 'ssh_key: is missing')
  return key
}

/** @throws Refusal of a key that the user has already */
function checkKeyIsNew(user: UserRow, key: string): void {
  if (sshKeysOf(user).includes(key))
    throw refuse(catalogue['ssh-keys.create.duplicate'], 'duplicate: you have this SSH key already')
}

export function addKey(sim: Sim, user: UserRow, body: KeyBody): SshKey {
  const { clock, tables } = sim
  const public_key = readKey(body)
  checkKeyIsNew(user, public_key)
  const id = nextKeyId(tables.users.values(), 'last_ssh_key_id')
  const key = { id, public_key, created_at: clock.nowSeconds }
  changeKeys(sim, user, { ...user, added_ssh_keys: [...(user.added_ssh_keys ?? []), key] })
  return presentKey(user, key)
}

/** The key keeps its id. One that has the text already stays as it is. */
export function changeKey(sim: Sim, user: UserRow, id: number, body: KeyBody): SshKey {
  const public_key = readKey(body)
  const { key: before, left } = withoutKey(sim, user, id)
  if (before.public_key === public_key) return presentKey(user, before)
  checkKeyIsNew(left, public_key)
  const key = { ...before, public_key }
  changeKeys(sim, user, { ...left, added_ssh_keys: [...(left.added_ssh_keys ?? []), key] })
  return presentKey(user, key)
}

export function removeKey(sim: Sim, user: UserRow, id: number): void {
  changeKeys(sim, user, withoutKey(sim, user, id).left)
}

/** Changes the keys of a user. Instances keep those that they have. */
function changeKeys({ tables }: Sim, user: UserRow, changed: UserRow): void {
  for (const row of tables.instances.where('user_id', user.id))
    if (row.ssh_keys === undefined) tables.instances.put({ ...row, ssh_keys: [...sshKeysOf(user)] })
  tables.users.put(rememberKeyIds(user, changed))
}

/** @throws Refusal where the user has no such key */
function withoutKey(sim: Sim, user: UserRow, id: number): { readonly key: Stored; readonly left: UserRow } {
  const key = storedKeys(sim, user).find((each) => each.id === id)
  if (key === undefined) throw refuse(catalogue['ssh-keys.no-ssh-key'], `you have no SSH key ${id}`)
  const ssh_keys = (user.ssh_keys ?? []).filter((text) => text !== key.public_key)
  const added_ssh_keys = (user.added_ssh_keys ?? []).filter((each) => each.id !== id)
  return { key, left: { ...user, ssh_keys, added_ssh_keys } }
}

const instanceOf = ({ tables }: Sim, user: UserRow, id: number): InstanceRow =>
  requireOwnRow(
    tables.instances,
    user,
    id,
    catalogue['ssh-keys.of-instance.instance-unknown'],
    `instance ${id} not found`,
  )

const attachedKeys = (row: InstanceRow, user: UserRow): readonly string[] => row.ssh_keys ?? sshKeysOf(user)

/** The keys of the account have the ids there that they have here. */
const presentAttachedKey = (sim: Sim, user: UserRow, text: string): SshKey =>
  presentKey(user, storedKeys(sim, user).find(({ public_key }) => public_key === text) ?? keyOfText(sim, text))

export const listKeysOfInstance = (sim: Sim, user: UserRow, id: number): readonly SshKey[] =>
  attachedKeys(instanceOf(sim, user, id), user).map((text) => presentAttachedKey(sim, user, text))

export function attachKey(sim: Sim, user: UserRow, id: number, body: KeyBody): void {
  const row = instanceOf(sim, user, id)
  const key = readKey(body)
  const attached = attachedKeys(row, user)
  if (attached.includes(key))
    throw refuse(catalogue['ssh-keys.of-instance.attached-already'], 'SSH key already associated with instance.')
  sim.tables.instances.put({ ...row, ssh_keys: [...attached, key] })
}

export function detachKey(sim: Sim, user: UserRow, id: number, keyId: number): void {
  const row = instanceOf(sim, user, id)
  const attached = attachedKeys(row, user)
  const left = attached.filter((text) => presentAttachedKey(sim, user, text).id !== keyId)
  if (left.length === attached.length)
    throw refuse(catalogue['ssh-keys.of-instance.key-unknown'], `no SSH key ${keyId} is attached`)
  sim.tables.instances.put({ ...row, ssh_keys: left })
}
