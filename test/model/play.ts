import { expect } from 'vitest'
import { z } from 'zod'
import { createSimulator } from '../../src/index.ts'
import * as acts from './acts.ts'
import { refused } from './answers.ts'
import { Client } from './client.ts'
import { fixture, groupOf, type Market, start, users } from './market.ts'
import type { Act, Given, Step } from './steps.ts'

/** A sandbox as it is expected to be, with its snapshots. */
interface Expected {
  readonly market: Market
  readonly snapshots: ReadonlyMap<string, Market>
}

const AT = '2026-01-01T00:00:00Z'

/**
 * Plays a session and holds every answer, and at its end each view of each user, against the model.
 * @returns which operations accepted a request, and which refused one
 */
export async function play(steps: readonly Step[]): Promise<readonly string[]> {
  const seen: string[] = []
  const defects: Error[] = []
  const simulator = createSimulator({ fixture, clock: AT, onDefect: (error) => void defects.push(error) })
  const sandboxes = new Map<string, Expected>()
  for (const { user, sandbox, act } of steps) {
    const expected = sandboxes.get(sandbox) ?? { market: start, snapshots: new Map() }
    sandboxes.set(sandbox, await after(new Client(simulator, sandbox, seen), expected, user, act))
  }
  for (const [sandbox, { market }] of sandboxes) await lookAround(new Client(simulator, sandbox, seen), market)
  expect(defects).toEqual([])
  await simulator.close()
  return seen
}

async function after(client: Client, expected: Expected, user: number, act: Act): Promise<Expected> {
  const { market, snapshots } = expected
  switch (act.kind) {
    case 'reset':
      await client.control('POST', 'reset')
      return { market: start, snapshots: new Map() }
    case 'take-snapshot':
      await client.control('POST', 'snapshots', act.given)
      return { market, snapshots: new Map([...snapshots, [act.given.name, market]]) }
    case 'restore-snapshot': {
      const kept = snapshots.get(act.given.name)
      if (kept === undefined) return expected
      await client.control('POST', `snapshots/${act.given.name}/restore`)
      return { market: kept, snapshots }
    }
    default:
      return { market: await moved(client, market, user, act), snapshots }
  }
}

async function moved(client: Client, market: Market, user: number, act: Act): Promise<Market> {
  switch (act.kind) {
    case 'advance':
      await client.control('POST', 'clock/advance', act.given)
      return { ...market, seconds: market.seconds + act.given.seconds }
    case 'add-fault': {
      const { operation, isLost } = act.given
      const name = `${operation}-${isLost ? 'lost' : 'down'}`
      const effect = isLost ? { reset: true, stream: 'after' } : { status: 503, body: { fault: name } }
      await client.control('POST', 'faults', { name, match: { operation }, when: { times: 1 }, effect })
      return { ...market, faults: [...market.faults.filter((each) => each.name !== name), { name, operation, isLost }] }
    }
    case 'come-as-a-stranger':
      for (const key of [undefined, 'nobody']) refused(await client.send(act.given, key))
      return market
    case 'list-disk':
      return acts.listDisk(client, market, user, act.given)
    case 'unlist':
      return acts.unlist(client, market, user, act.given)
    case 'search-volumes':
      return acts.searchVolumes(client, market, user, act.given)
    case 'create-template':
      return acts.createTemplate(client, market, user, act.given)
    case 'edit-template':
      return acts.editTemplate(client, market, user, act.given)
    case 'delete-template':
      return acts.deleteTemplate(client, market, user, act.given)
    case 'search-templates':
      return acts.searchTemplates(client, market, user, act.given)
    case 'rent':
      return acts.rent(client, market, user, act.given)
    case 'list-instances':
      return acts.listInstances(client, market, user, act.given)
    case 'update-group':
      return acts.updateGroup(client, market, user, act.given)
    case 'list-connections':
      return acts.listConnections(client, market, user, act.given)
    default:
      return market
  }
}

const groups = z.object({ endpoint_groups: z.array(z.object({ id: z.int(), min_load: z.number() })) })
const search: Given<'search-volumes'> = { filters: [], order: 'ask_contract_id', direction: 'asc', limit: 50 }

/** Every view of every user, once no fault or limit is in the way. */
async function lookAround(client: Client, market: Market): Promise<void> {
  await client.control('DELETE', 'faults')
  await client.control('POST', 'clock/advance', { seconds: 60 })
  const later = { ...market, seconds: market.seconds + 60, faults: [] }
  for (const user of users) {
    await acts.listInstances(client, later, user, {})
    await acts.searchTemplates(client, later, user, { filters: [] })
    await acts.searchVolumes(client, later, user, search)
    await acts.listConnections(client, later, user, {})
  }
  const { endpoint_groups } = groups.parse(await client.control('GET', 'state'))
  const minLoads = endpoint_groups.map(({ id, min_load }) => [id, min_load])
  expect(minLoads).toEqual(users.map((user) => [groupOf(user), later.minLoads[groupOf(user)]]))
}
