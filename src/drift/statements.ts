import { fieldOf } from '../kernel/object.ts'
import type { Rule } from '../kernel/rule.ts'
import { catalogue } from '../marketplace/catalogue.ts'
import { type Difference, fieldsOf, idOf, type Row, rowsIn } from './compare.ts'

/** A request before the answer, which was accepted. */
export interface Earlier {
  readonly operation: string
  /** The id of the row that it made, or is about. */
  readonly row: unknown
  readonly sent: unknown
}

/** An answer of the service as rules speak of it. */
export interface Shown {
  readonly operation: string
  readonly query: string
  readonly sent: unknown
  readonly body: unknown
  readonly earlier: readonly Earlier[]
}

type Place = Pick<Difference, 'kind' | 'where' | 'row'>

/** What a rule states of the answers to some operations. The simulator works it out; this says which rule a difference is against. */
type Statement = readonly [
  rule: keyof typeof catalogue,
  of: readonly string[],
  kind: 'value' | 'order' | 'missing row' | 'further row',
  where?: {
    /** Names of the fields with these values; without them all fields. */
    readonly fields?: string
    /** The operation of an earlier request about the row. */
    readonly after?: string
    /** What that request sent; without it the field itself. */
    readonly sent?: readonly [name: string, value: unknown]
    readonly isMeant?: (shown: Shown, row: Row | undefined) => boolean
  },
]

const listed = ['instances.list', 'instances.page']
const oneOf = [...listed, 'instances.show']
const offers = ['rental-offers.search']
const networkVolumes = ['network-volumes.search']
const templates = ['templates.search']
const groups = ['endpoint-groups.list']
const change = 'instances.change'
const TIME_AND_MONEY =
  'dph_base dph_total storage_cost storage_total_cost search instance duration start_date end_date uptime_mins client_run_time host_run_time time_remaining time_remaining_isbid dlperf_per_dphtotal flops_per_dphtotal vram_costperhour'
const TELEMETRY = 'status_msg gpu_util gpu_temp cpu_util mem_usage vmem_usage disk_util disk_usage'
const hasOrder = ({ sent }: Shown): boolean => (fieldOf(fieldOf(sent, 'q') ?? sent, 'order') ?? undefined) !== undefined
const isRented = (_: Shown, row: Row | undefined) => row?.['rentable'] === false || row?.['rented'] === true

/** A difference is laid to the first that covers it. */
const statements: readonly Statement[] = [
  ['instances.create.rents', listed, 'missing row', { after: 'instances.create' }],
  ['instances.destroy.destroys', listed, 'further row', { after: 'instances.destroy' }],
  ['instances.change.labels', oneOf, 'value', { fields: 'label', after: change }],
  ['instances.change.stops', oneOf, 'value', { fields: 'intended_status', after: change, sent: ['state', 'stopped'] }],
  ['instances.change.starts', oneOf, 'value', { fields: 'intended_status', after: change, sent: ['state', 'running'] }],
  ['instances.list.time-and-money', oneOf, 'value', { fields: TIME_AND_MONEY }],
  ['instances.list.status-values', oneOf, 'value', { fields: 'actual_status cur_state next_state intended_status' }],
  ['instances.list.telemetry', oneOf, 'value', { fields: TELEMETRY }],
  ['instances.list.unset', oneOf, 'value', { fields: 'label onstart template_id template_hash_id template_name' }],
  ['instances.list.ports', oneOf, 'value', { fields: 'extra_env' }],
  ['instances.list.ports-follow-env', oneOf, 'value', { fields: 'ports' }],
  ['instances.list.launch-ports', oneOf, 'value', { fields: 'direct_port_start direct_port_end' }],
  ['instances.list.runtypes', oneOf, 'value', { fields: 'image_runtype image_uuid' }],
  ['instances.list.lists-own', ['instances.list'], 'value', { fields: 'instances_found' }],
  ['instances.page.pages', ['instances.page'], 'value', { fields: 'total_instances next_token label_counts' }],
  ['instances.page.pages', ['instances.page'], 'further row'],
  ['instances.list.order', ['instances.list'], 'order'],
  ['instances.page.order', ['instances.page'], 'order'],
  ['rental-offers.search.prices', offers, 'value', { fields: TIME_AND_MONEY }],
  ['rental-offers.search.rentable', offers, 'further row', { isMeant: isRented }],
  ['rental-offers.search.finds', offers, 'further row'],
  ['rental-offers.search.finds', offers, 'order'],
  ['network-volumes.search.units', networkVolumes, 'value', { fields: `storage_cost_total ${TIME_AND_MONEY}` }],
  ['network-volumes.search.finds', networkVolumes, 'order', { isMeant: hasOrder }],
  ['network-volumes.search.default-order', networkVolumes, 'order', { isMeant: (shown) => !hasOrder(shown) }],
  ['network-volumes.search.finds', networkVolumes, 'further row'],
  ['templates.create.creates', templates, 'missing row', { after: 'templates.create' }],
  ['templates.delete.deletes', templates, 'further row', { after: 'templates.delete' }],
  ['templates.search.finds', templates, 'further row', { isMeant: ({ query }) => query.includes('select_filters') }],
  ['templates.search.visible', templates, 'order', { isMeant: ({ query }) => !query.includes('order_by') }],
  ['templates.search.use-ssh', templates, 'value', { fields: 'use_ssh' }],
  ['templates.search.never-used', templates, 'value', { fields: 'recent_create_date count_created' }],
  ['templates.edit.id-stays', ['templates.edit'], 'value', { fields: 'template.id' }],
  ['templates.edit.rotates-hash-id', ['templates.edit', ...templates], 'value', { fields: 'hash_id template.hash_id' }],
  ['endpoint-groups.create.creates', groups, 'missing row', { after: 'endpoint-groups.create' }],
  ['endpoint-groups.delete.deletes', groups, 'further row', { after: 'endpoint-groups.delete' }],
  ['endpoint-groups.update.updates', groups, 'value', { after: 'endpoint-groups.update' }],
  ['endpoint-groups.list.lists-own', groups, 'order'],
  ['cloud-connections.list.order', ['cloud-connections.list'], 'order'],
]

function covers([, , kind, where = {}]: Statement, place: Place, shown: Shown): boolean {
  if (kind !== place.kind) return false
  const { fields, after, sent, isMeant } = where
  const path = place.where.replace(/^.*\[\]\.?/, '')
  const [field = ''] = path.split('.')
  if (fields !== undefined && !fields.split(' ').some((each) => each === field || each === path)) return false
  const isOfRow = (row: Row) => idOf(row) === place.row
  if (isMeant !== undefined) return isMeant(shown, rowsIn(shown.body).find(isOfRow))
  if (after === undefined) return true
  const name = sent?.[0] ?? field
  const isLast = (each: Earlier) => kind !== 'value' || fieldOf(each.sent, name) !== undefined
  const last = shown.earlier.findLast((each) => each.operation === after && each.row === place.row && isLast(each))
  return last !== undefined && (sent === undefined || fieldOf(last.sent, name) === sent[1])
}

const statementsOf = ({ operation }: Shown) => statements.filter(([, of]) => of.includes(operation))

/** The rule that a difference is against; undefined where none states what differs. */
export function ruleAgainst(difference: Difference, shown: Shown): Rule | undefined {
  const [rule] = statementsOf(shown).find((each) => covers(each, difference, shown)) ?? []
  return rule && catalogue[rule]
}

/** The rules that state something of an answer: a difference in it would be against them. */
export function rulesShown(shown: Shown): readonly Rule[] {
  const rows = rowsIn(shown.body)
  const inRow = (row: Row): readonly Place[] => [
    { kind: 'further row', where: '', row: idOf(row) },
    { kind: 'missing row', where: '', row: idOf(row) },
    ...Object.keys(row).map((where): Place => ({ kind: 'value', where, row: idOf(row) })),
  ]
  const places: readonly Place[] = [
    ...[...fieldsOf(shown.body)].map((where): Place => ({ kind: 'value', where })),
    ...(rows.length > 1 ? [{ kind: 'order', where: '' } as const] : []),
    ...shown.earlier.map(({ row }): Place => ({ kind: 'further row', where: '', row })),
    ...rows.flatMap(inRow),
  ]
  const isShown = (each: Statement) => places.some((place) => covers(each, place, shown))
  return statementsOf(shown)
    .filter(isShown)
    .map(([rule]) => catalogue[rule])
}

/** Rules that refuse for want of a row, or because of one: whether it is there a capture need not show. */
export const isAboutRows = (rule: Rule): boolean =>
  /unknown|not-owned|rented|exists|duplicate|attached|not-a-bid|stopped|running|no-ssh-key|none|ready-after|no-such-link|credit|same-name|volume-size|exceeds|in-the-past|gone/.test(
    rule.id,
  ) && rule !== catalogue['authentication.key-unknown']
