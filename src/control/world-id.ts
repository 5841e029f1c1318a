import { randomSecret } from '../kernel/secret.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { World } from '../sandbox/world.ts'

let run: string | undefined

/** A server that was started anew has other worlds. Drawn at first use, because an import needs no global of Node. */
const runId = (): string => (run ??= randomSecret().slice(0, 8))
const ids = new WeakMap<World, number>()
let last = 0

/** Another one after each reset, restore and clearing of the journal: what a page lists then is another list. */
export function worldId(world: World): string {
  const id = ids.get(world) ?? ++last
  ids.set(world, id)
  return `${runId()}.${id}.${world.journal.clearings}`
}

/** Another one after each change of the sandbox that can be seen: a page that shows it need not be renewed. */
export const stateId = ({ world, changes }: Sandbox): string => `${worldId(world)} ${world.journal.lastId} ${changes}`
