import { JsonBytes } from '../../kernel/json-bytes.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { presentInstance, type PresentedInstance } from './present.ts'
import { listRules } from './list-rules.ts'
import type { InstanceRow } from './rows.ts'
import { withUptime } from './status.ts'

/** The response of one listing. */
interface Listing {
  readonly nowMs: number
  readonly body: JsonBytes
  readonly rules: readonly Rule[]
  /** Instances that boot after a number of listings: this one counts for them. */
  readonly counted: readonly InstanceRow[]
}

/** The latest listing of a list of rows. A table returns another list after any change of its rows. */
const latest = new WeakMap<readonly InstanceRow[], Listing>()

/** The user's own instances, by ascending id. */
export function listInstances(sim: Sim, user: UserRow): JsonBytes {
  const rows = sim.tables.instances.where('user_id', user.id)
  const known = latest.get(rows)
  const listing = known?.nowMs === sim.clock.nowMs ? known : makeListing(sim, rows)
  latest.set(rows, listing)
  for (const rule of listing.rules) sim.trace.apply(rule)
  for (const row of listing.counted)
    sim.tables.instances.put(withUptime(row, { ...row, reads: (row.reads ?? 0) + 1 }, sim.clock.nowMs))
  return listing.body
}

function makeListing(sim: Sim, rows: readonly InstanceRow[]): Listing {
  const presented = rows.map((row) => presentInstance(sim, row))
  const instances = presented.map(({ json }) => json).join(',')
  return {
    nowMs: sim.clock.nowMs,
    body: new JsonBytes(`{"instances_found":${rows.length},"instances":[${instances}]}`),
    rules: rulesFor(presented),
    counted: rows.filter((row, index) => row.boot?.mode === 'reads' && presented[index]?.boots === true),
  }
}

function rulesFor(presented: readonly PresentedInstance[]): readonly Rule[] {
  const rules = new Set<Rule>([listRules.listsOwn])
  if (presented.length > 0) rules.add(listRules.timeAndMoney).add(listRules.runtypes)
  if (presented.length > 1) rules.add(listRules.order)
  for (const each of presented) for (const rule of each.rules) rules.add(rule)
  if (presented.some(({ boots }) => boots)) rules.add(listRules.progression)
  return [...rules]
}
