import type { Reply } from '../testing/faults/effect.ts'
import { publishedKeys } from '../testing/fixtures/keys.ts'
import { memoizeByObject } from '../kernel/memoize-by-object.ts'
import type { UserRow } from '../marketplace/users/collections.ts'
import type { World } from '../sandbox/world.ts'
import { toHeaderValue } from './response.ts'

/** For a client with an unknown key: the users that have keys. It names no key, because it is recorded. */
export const describeKeys = (world: World): string =>
  describeOwners(world, ownersOf(world.tables.users.values()).recorded)

/**
 * The response to such a client, as it goes out: with the keys that the package publishes. A world keeps no other in plain
 * text. An earlier hint about the request stays.
 */
export function withPublishedKeys(reply: Reply, world: World): Reply {
  const { recorded, answered } = ownersOf(world.tables.users.values())
  const hint = reply.headers['x-sim-hint'] ?? ''
  const ofKeys = toHeaderValue(describeOwners(world, recorded))
  const before = hint.endsWith(ofKeys) ? hint.slice(0, -ofKeys.length) : ''
  return {
    ...reply,
    headers: { ...reply.headers, 'x-sim-hint': before + toHeaderValue(describeOwners(world, answered)) },
  }
}

/** The keys of users in words, without any key and with the published ones; undefined when no user has one. */
const ownersOf = memoizeByObject((all: readonly UserRow[]) => {
  const users = all.filter(({ api_keys }) => api_keys.length > 0)
  const known = publishedKeys(users)
  const owners = new Set(known.map(({ user }) => user))
  const others = users.filter((user) => !owners.has(user))
  const keys = known.map(({ key, user }) => `${key} (${user.name})`)
  return { recorded: listOwners([], users), answered: listOwners(keys, others) }
})

function listOwners(keys: readonly string[], users: readonly UserRow[]): string | undefined {
  const parts = [
    ...(keys.length === 0 ? [] : [firstNames(keys)]),
    ...(users.length === 0 ? [] : [`those of ${firstNames(users.map(({ name }) => name))}`]),
  ]
  return parts.length === 0 ? undefined : parts.join(', and ')
}

function describeOwners({ config, controlCallsMade }: World, list: string | undefined): string {
  const source = controlCallsMade.has('PUT /_sim/state')
    ? 'an import'
    : config.dataOf && `the scenario ${config.dataOf}`
  const subject = source === undefined ? 'the keys here' : 'its keys'
  const keys = list === undefined ? 'no user here has a key' : `${subject} are ${list}`
  return source === undefined ? keys : `${source} replaced the data; ${keys}`
}

const MAX_NAMED_KEYS = 6

const firstNames = (names: readonly string[]): string =>
  names.length <= MAX_NAMED_KEYS
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMED_KEYS).join(', ')} and ${names.length - MAX_NAMED_KEYS} more`
