import type { Reply } from '../harness/faults/effect.ts'
import { publishedKeys } from '../harness/published-keys.ts'
import type { World } from '../world.ts'
import { asHeader } from './answer.ts'

/** For a client whose key nobody owns: whose keys there are. It names no key, because it is recorded. */
export const whoseKeys = (world: World): string => inWords(world, [], owners(world))

/** The answer to such a client, as it goes out: with the keys that the package publishes. A world keeps no other in plain text. */
export function withPublishedKeys(reply: Reply, world: World): Reply {
  const users = owners(world)
  const known = publishedKeys(users)
  const unpublished = users.filter((user) => !known.some((each) => each.user === user))
  const hint = inWords(world, known, unpublished)
  return { ...reply, headers: { ...reply.headers, 'x-sim-hint': asHeader(hint) } }
}

const owners = ({ tables }: World) => tables.users.values().filter(({ api_keys }) => api_keys.length > 0)

function inWords(
  { start, steered }: World,
  known: ReturnType<typeof publishedKeys>,
  others: ReturnType<typeof owners>,
): string {
  const parts = [
    ...(known.length === 0 ? [] : [firstOf(known.map(({ key, user }) => `${key} (${user.name})`))]),
    ...(others.length === 0 ? [] : [`those of ${firstOf(others.map(({ name }) => name))}`]),
  ]
  const source = steered.has('PUT /_sim/state') ? 'an import' : start.dataOf && `the scenario ${start.dataOf}`
  const whose = source === undefined ? 'the keys here' : 'its keys'
  const keys = parts.length === 0 ? 'no user here has a key' : `${whose} are ${parts.join(', and ')}`
  return source === undefined ? keys : `${source} replaced the data; ${keys}`
}

const MAX_NAMED = 6

const firstOf = (names: readonly string[]): string =>
  names.length <= MAX_NAMED
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
