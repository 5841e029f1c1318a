import { JsonBytes } from '../../kernel/json-bytes.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { Sim } from '../../kernel/sim.ts'
import type { UserRow } from '../users/state.ts'
import { presentInstance, type PresentedInstance } from './present.ts'
import { listRules } from './rules.ts'
import type { InstanceRow, InstanceTables } from './state.ts'
import { isBooting } from './status.ts'

/** A listing, and the rules that shaped it. */
interface Listing {
  readonly nowMs: number
  readonly body: JsonBytes
  readonly rules: readonly Rule[]
}

/** The latest listing of a list of rows; the list is another one after any change. */
const latest = new WeakMap<readonly InstanceRow[], Listing>()

/** The user's own instances, by ascending id. */
export function listInstances(sim: Sim<InstanceTables>, user: UserRow): JsonBytes {
  const rows = sim.tables.instances.where('user_id', user.id)
  const known = latest.get(rows)
  const listing = known?.nowMs === sim.clock.nowMs ? known : makeListing(sim, rows)
  for (const rule of listing.rules) sim.trace.apply(rule)
  if (rows.some(countsReads)) for (const row of rows) countRead(sim, row)
  else latest.set(rows, listing)
  return listing.body
}

function makeListing(sim: Sim<InstanceTables>, rows: readonly InstanceRow[]): Listing {
  const presented = rows.map((row) => presentInstance(sim, row))
  const instances = presented.map(({ json }) => json).join(',')
  return {
    nowMs: sim.clock.nowMs,
    body: new JsonBytes(`{"instances_found":${rows.length},"instances":[${instances}]}`),
    rules: rulesFor(sim, rows, presented),
  }
}

function rulesFor(sim: Sim<InstanceTables>, rows: readonly InstanceRow[], presented: readonly PresentedInstance[]) {
  const any = (holds: (shown: PresentedInstance['shown']) => boolean): boolean =>
    presented.some(({ shown }) => holds(shown))
  const ports = any(({ extra_env }) => extra_env.some(([name]) => name.startsWith('-p ')))
  return [
    listRules.listsOwn,
    ...(rows.length > 0 ? [listRules.timeAndMoney, listRules.runtypes] : []),
    ...(rows.length > 1 ? [listRules.order] : []),
    ...(any(({ actual_status }) => actual_status !== 'running') ? [listRules.statusValues] : []),
    ...(any(({ template_id }) => template_id === 0) ? [listRules.withoutTemplate] : []),
    ...(ports ? [listRules.ports, listRules.portsFollowEnv] : []),
    ...(any(({ volume_info }) => volume_info.length > 0) ? [listRules.volumeItems] : []),
    ...(rows.some((row) => isBooting(row, ageMs(sim, row))) ? [listRules.progression] : []),
  ]
}

const ageMs = ({ clock }: Sim<InstanceTables>, { start_date = 0 }: InstanceRow): number =>
  clock.nowMs - Math.round(start_date * 1000)

const countsReads = ({ boot }: InstanceRow): boolean => boot?.mode === 'reads'

/** An instance that boots by reads gets one step further each time it is listed. */
function countRead(sim: Sim<InstanceTables>, row: InstanceRow): void {
  const { reads = 0 } = row
  if (countsReads(row) && isBooting(row, ageMs(sim, row))) sim.tables.instances.put({ ...row, reads: reads + 1 })
}
