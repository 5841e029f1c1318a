import { JsonBytes, listed } from '../../kernel/json-bytes.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { traceUnknownGpu } from './gpus.ts'
import { jsonOf, presentInstance } from './present.ts'
import { listRules } from './list-rules.ts'
import { listingForm } from './shown-otherwise.ts'
import type { InstanceRow } from './rows.ts'
import { withUptime } from './status.ts'

/** The user's own instances, by ascending id. */
export function listInstances(sim: Sim, user: UserRow): JsonBytes {
  const { tables, trace, rules } = sim
  const rows = tables.instances.where('user_id', user.id)
  const presented = rows.map((row) => presentInstance(sim, row))
  trace.apply(listRules.listsOwn)
  if (rows.length > 0) for (const rule of listingForm(rules).rulesOfEach) trace.apply(rule)
  if (rows.length > 1) trace.apply(listRules.order)
  for (const each of presented) for (const rule of each.rules) trace.apply(rule)
  if (presented.some(({ boots }) => boots)) trace.apply(listRules.progression)
  if (rows.some((row) => keepsOldTemplate(sim, row))) trace.apply(listRules.templateAsLaunched)
  traceUnknownGpu(trace, presented.find(({ unknownGpu }) => unknownGpu !== undefined)?.unknownGpu)
  for (const [at, row] of rows.entries())
    if (row.boot?.mode === 'reads' && presented[at]?.boots === true) countRead(sim, row)
  const instances = listed(presented.map(({ opening, rest }) => [opening, rest]))
  return new JsonBytes([`{"instances_found":${rows.length},"instances":[`, ...instances, ']}'])
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
