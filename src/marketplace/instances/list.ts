import { fieldOf } from '../../kernel/object.ts'
import type { Adapt } from '../operation/route.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { traceUnknownGpu } from './gpus.ts'
import { type PresentedInstance, presentInstance } from './present.ts'
import type { InstanceRow } from './rows.ts'
import { withUptime } from './status.ts'
import { catalogue } from '../catalogue.ts'

/** Reads `owner=me`, which asks for nothing else than the listing gives. */
export const dropOwner: Adapt = ({ rules, trace }, raw) => {
  if (rules.chosen(catalogue['instances.list.owner-in-query']) !== 'read' || fieldOf(raw.query, 'owner') !== 'me')
    return raw
  trace.apply(catalogue['instances.list.owner-in-query'])
  return { ...raw, query: Object.fromEntries(Object.entries(raw.query).filter(([name]) => name !== 'owner')) }
}

/** The user's own instances, by ascending id. */
export function listInstances(sim: Sim, user: UserRow) {
  const { tables, trace, rules } = sim
  const rows = tables.instances.where('user_id', user.id)
  const presented = rows.map((row) => presentInstance(sim, row))
  trace.apply(catalogue['instances.list.lists-own'])
  if (rows.length > 0) for (const rule of rulesOfEach(rules)) trace.apply(rule)
  if (rows.length > 1) trace.apply(catalogue['instances.list.order'])
  for (const each of presented) for (const rule of each.rules) trace.apply(rule)
  if (presented.some(({ boots }) => boots)) trace.apply(catalogue['instances.create.progression'])
  if (rows.some((row) => keepsOldTemplate(sim, row))) trace.apply(catalogue['instances.list.template-as-launched'])
  traceUnknownGpu(trace, presented.find(({ unknownGpu }) => unknownGpu !== undefined)?.unknownGpu)
  for (const [at, row] of rows.entries()) countRead(sim, row, presented[at])
  return { instances_found: rows.length, instances: presented }
}

/** Shows an instance, which counts as a listing of it. */
export function showInstance(sim: Sim, row: InstanceRow): PresentedInstance {
  const { trace } = sim
  const presented = presentInstance(sim, row)
  for (const rule of presented.rules) trace.apply(rule)
  for (const rule of rulesOfEach(sim.rules)) trace.apply(rule)
  traceUnknownGpu(trace, presented.unknownGpu)
  if (keepsOldTemplate(sim, row)) trace.apply(catalogue['instances.list.template-as-launched'])
  if (presented.boots) trace.apply(catalogue['instances.create.progression'])
  countRead(sim, row, presented)
  return presented
}

/** The rules that shape every instance that is shown. */
const rulesOfEach = (rules: Sim['rules']) => [
  catalogue['instances.list.time-and-money'],
  catalogue['instances.list.runtypes'],
  ...(rules.shapes(catalogue['instances.list.further-fields']) ? [catalogue['instances.list.further-fields']] : []),
]

/** Counts a listing of an instance that boots after a number of them. */
function countRead({ tables, clock }: Sim, row: InstanceRow, presented: PresentedInstance | undefined): void {
  if (row.boot?.mode === 'reads' && presented?.boots === true)
    tables.instances.put(withUptime(row, { ...row, reads: (row.reads ?? 0) + 1 }, clock.nowMs))
}

/** Whether the template of an instance was edited or deleted since its creation. */
const keepsOldTemplate = ({ tables }: Sim, { template_id, template_hash_id }: InstanceRow): boolean =>
  template_id !== undefined &&
  template_hash_id !== undefined &&
  tables.templates.get(template_id)?.hash_id !== template_hash_id
