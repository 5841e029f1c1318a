import { JsonBytes, listed } from '../../kernel/json-bytes.ts'
import { type KeepingList, keepWith, keptWith } from '../../kernel/kept-with-list.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { traceUnknownGpu } from './gpus.ts'
import { jsonOf, presentInstance, type PresentedInstance } from './present.ts'
import { listRules } from './list-rules.ts'
import { listingForm } from './shown-otherwise.ts'
import type { InstanceRow } from './rows.ts'
import { withUptime } from './status.ts'

/** The response of one listing. */
interface Listing {
  readonly nowMs: number
  readonly inForce: RulesInForce
  /** All templates, of which another list is made after any change. */
  readonly templates: readonly object[]
  readonly body: JsonBytes
  readonly rules: readonly Rule[]
  /** Instances that boot after a number of listings: this one counts for them. */
  readonly counted: readonly InstanceRow[]
  /** The first name of a GPU for which no figures are known. */
  readonly unknownGpu: string | undefined
}

/** The user's own instances, by ascending id. */
export function listInstances(sim: Sim, user: UserRow): JsonBytes {
  // A table returns another list after any change of its rows.
  const rows: KeepingList<InstanceRow, Listing> = sim.tables.instances.where('user_id', user.id)
  const known = keptWith(rows)
  const isKnown =
    known?.nowMs === sim.clock.nowMs && known.inForce === sim.rules && known.templates === sim.tables.templates.values()
  const listing = isKnown ? known : makeListing(sim, rows)
  keepWith(rows, listing)
  for (const rule of listing.rules) sim.trace.apply(rule)
  traceUnknownGpu(sim.trace, listing.unknownGpu)
  for (const row of listing.counted) countRead(sim, row)
  return listing.body
}

/** Counts a listing of an instance that boots after a number of them. */
function countRead({ tables, clock }: Sim, row: InstanceRow): void {
  tables.instances.put(withUptime(row, { ...row, reads: (row.reads ?? 0) + 1 }, clock.nowMs))
}

/** The JSON of an instance in an answer, which counts as a listing of it. */
export function readInstance(sim: Sim, row: InstanceRow): string {
  const presented = presentInstance(sim, row)
  const { boots, rules, unknownGpu } = presented
  for (const rule of rules) sim.trace.apply(rule)
  for (const rule of listingForm(sim.rules).rulesOfEach) sim.trace.apply(rule)
  traceUnknownGpu(sim.trace, unknownGpu)
  if (keepsOldTemplate(sim, row)) sim.trace.apply(listRules.templateAsLaunched)
  if (boots) sim.trace.apply(listRules.progression)
  if (boots && row.boot?.mode === 'reads') countRead(sim, row)
  return jsonOf(presented)
}

/** Whether the template of an instance was edited or deleted since its creation. */
const keepsOldTemplate = ({ tables }: Sim, { template_id, template_hash_id }: InstanceRow): boolean =>
  template_id !== undefined &&
  template_hash_id !== undefined &&
  tables.templates.get(template_id)?.hash_id !== template_hash_id

function makeListing(sim: Sim, rows: readonly InstanceRow[]): Listing {
  const presented = rows.map((row) => presentInstance(sim, row))
  const instances = listed(presented.map(({ opening, rest }) => [opening, rest]))
  return {
    nowMs: sim.clock.nowMs,
    inForce: sim.rules,
    templates: sim.tables.templates.values(),
    body: new JsonBytes([`{"instances_found":${rows.length},"instances":[`, ...instances, ']}']),
    rules: [
      ...rulesFor(presented, sim.rules),
      ...(rows.some((row) => keepsOldTemplate(sim, row)) ? [listRules.templateAsLaunched] : []),
    ],
    unknownGpu: presented.find(({ unknownGpu }) => unknownGpu !== undefined)?.unknownGpu,
    counted: rows.filter((row, index) => row.boot?.mode === 'reads' && presented[index]?.boots === true),
  }
}

function rulesFor(presented: readonly PresentedInstance[], inForce: RulesInForce): readonly Rule[] {
  const rules = new Set<Rule>([listRules.listsOwn])
  if (presented.length > 0) for (const rule of listingForm(inForce).rulesOfEach) rules.add(rule)
  if (presented.length > 1) rules.add(listRules.order)
  for (const each of presented) for (const rule of each.rules) rules.add(rule)
  if (presented.some(({ boots }) => boots)) rules.add(listRules.progression)
  return [...rules]
}
