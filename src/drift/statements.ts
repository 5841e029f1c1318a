import { fieldOf, isObject } from '../kernel/object.ts'
import type { Rule } from '../kernel/rule.ts'
import { catalogue } from '../marketplace/catalogue.ts'
import type { Difference } from './compare.ts'

type Row = Readonly<Record<string, unknown>>

/** A request before the answer, which was accepted. */
export interface Earlier {
  readonly operation: string
  /** The id in its path, or in its body. */
  readonly id: unknown
  readonly sent: unknown
  /** The id of what it made. */
  readonly made?: unknown
}

/** An answer of the service as rules speak of it. */
export interface Shown {
  readonly operation: string
  readonly query: URLSearchParams
  readonly sent: unknown
  readonly body: unknown
  readonly rows: readonly Row[]
  readonly earlier: readonly Earlier[]
}

/** What a rule states of the values of an answer. The simulator works them out; this says whose word a difference is against. */
interface Statement {
  readonly rule: Rule
  readonly of: readonly string[]
  /** Whether an answer shows it at all. */
  readonly isShown: (shown: Shown) => boolean
  readonly covers: (difference: Difference, shown: Shown) => boolean
}

/** `search` for `instances[].search.totalHour`, `instances_found` for itself */
const fieldIn = (where: string): string => where.replace(/^.*\[\]\.?/, '').split('.')[0] ?? ''

const states = (rule: Rule, of: readonly string[], names: string): Statement => {
  const fields = new Set(names.split(' '))
  const hasField = (value: unknown): boolean => isObject(value) && Object.keys(value).some((name) => fields.has(name))
  return {
    rule,
    of,
    isShown: ({ body, rows }) => hasField(body) || rows.some(hasField),
    covers: ({ kind, where }) => kind === 'value' && fields.has(fieldIn(where)),
  }
}

const orders = (rule: Rule, of: readonly string[], isAsked: (shown: Shown) => boolean = () => true): Statement => ({
  rule,
  of,
  isShown: (shown) => shown.rows.length > 1 && isAsked(shown),
  covers: ({ kind }, shown) => kind === 'order' && isAsked(shown),
})

const deletedIds = ({ earlier }: Shown, by: string): readonly unknown[] =>
  earlier.flatMap(({ operation, id }) => (operation === by && id !== undefined ? [id] : []))

/** A row that a request made is there, and one that a request took away is not. */
const makes = (rule: Rule, of: readonly string[], by: string): Statement => ({
  rule,
  of,
  isShown: ({ earlier, rows }) =>
    earlier.some(({ operation, made }) => operation === by && rows.some((row) => row['id'] === made)),
  covers: ({ kind, row }, { earlier }) =>
    kind === 'missing row' && earlier.some(({ operation, made }) => operation === by && made === row),
})

const takesAway = (rule: Rule, of: readonly string[], by: string): Statement => ({
  rule,
  of,
  isShown: (shown) => deletedIds(shown, by).length > 0,
  covers: ({ kind, row }, shown) => kind === 'further row' && deletedIds(shown, by).includes(row),
})

/** A row shows what the last request about it set. */
const sets = (
  rule: Rule,
  of: readonly string[],
  by: string,
  name?: string,
  asked?: readonly [string, unknown],
): Statement => {
  const isSet = ({ earlier }: Shown, row: unknown, field: string): boolean => {
    const [sentName, value] = asked ?? [field, undefined]
    const last = earlier.findLast(
      ({ operation, id, sent }) => operation === by && id === row && fieldOf(sent, sentName) !== undefined,
    )
    return last !== undefined && (asked === undefined || fieldOf(last.sent, sentName) === value)
  }
  return {
    rule,
    of,
    isShown: (shown) =>
      shown.rows.some((row) =>
        Object.keys(row).some((field) => (name ?? field) === field && isSet(shown, row['id'], field)),
      ),
    covers: ({ kind, where, row }, shown) =>
      kind === 'value' && (name === undefined || fieldIn(where) === name) && isSet(shown, row, fieldIn(where)),
  }
}

const finds = (
  rule: Rule,
  of: readonly string[],
  isMeant: (row: Row, shown: Shown) => boolean = () => true,
): Statement => ({
  rule,
  of,
  isShown: (shown) => shown.rows.some((row) => isMeant(row, shown)),
  covers: ({ kind, row }, shown) =>
    kind === 'further row' &&
    shown.rows.some((each) => (each['id'] ?? each['ask_contract_id']) === row && isMeant(each, shown)),
})

const oneOf = ['instances.list', 'instances.show', 'instances.page']
const listed = ['instances.list', 'instances.page']
const offers = ['rental-offers.search']
const networkVolumes = ['network-volumes.search']
const templates = ['templates.search']
const groups = ['endpoint-groups.list']
const hasOrder = ({ sent }: Shown): boolean => (fieldOf(fieldOf(sent, 'q') ?? sent, 'order') ?? undefined) !== undefined
const isEdit = ['templates.edit']

/** The first that covers a difference is the one that it is laid to. */
export const statements: readonly Statement[] = [
  makes(catalogue['instances.create.rents'], listed, 'instances.create'),
  takesAway(catalogue['instances.destroy.destroys'], listed, 'instances.destroy'),
  sets(catalogue['instances.change.labels'], oneOf, 'instances.change', 'label'),
  sets(catalogue['instances.change.stops'], oneOf, 'instances.change', 'intended_status', ['state', 'stopped']),
  sets(catalogue['instances.change.starts'], oneOf, 'instances.change', 'intended_status', ['state', 'running']),
  states(
    catalogue['instances.list.time-and-money'],
    oneOf,
    'dph_base dph_total storage_cost storage_total_cost search instance duration start_date end_date uptime_mins client_run_time host_run_time time_remaining time_remaining_isbid dlperf_per_dphtotal flops_per_dphtotal vram_costperhour',
  ),
  states(catalogue['instances.list.status-values'], oneOf, 'actual_status cur_state next_state intended_status'),
  states(
    catalogue['instances.list.telemetry'],
    oneOf,
    'status_msg gpu_util gpu_temp cpu_util mem_usage vmem_usage disk_util disk_usage',
  ),
  states(catalogue['instances.list.unset'], oneOf, 'label onstart template_id template_hash_id template_name'),
  states(catalogue['instances.list.ports'], oneOf, 'extra_env'),
  states(catalogue['instances.list.ports-follow-env'], oneOf, 'ports'),
  states(catalogue['instances.list.launch-ports'], oneOf, 'direct_port_start direct_port_end'),
  states(catalogue['instances.list.runtypes'], oneOf, 'image_runtype image_uuid'),
  states(catalogue['instances.list.lists-own'], ['instances.list'], 'instances_found'),
  states(catalogue['instances.page.pages'], ['instances.page'], 'total_instances next_token label_counts'),
  finds(catalogue['instances.page.pages'], ['instances.page']),
  orders(catalogue['instances.list.order'], ['instances.list']),
  orders(catalogue['instances.page.order'], ['instances.page']),
  states(
    catalogue['rental-offers.search.prices'],
    offers,
    'dph_total dph_base storage_total_cost search instance dlperf_per_dphtotal flops_per_dphtotal duration',
  ),
  finds(
    catalogue['rental-offers.search.rentable'],
    offers,
    ({ rentable, rented }) => rentable === false || rented === true,
  ),
  finds(catalogue['rental-offers.search.finds'], offers),
  orders(catalogue['rental-offers.search.finds'], offers),
  states(catalogue['network-volumes.search.units'], networkVolumes, 'storage_cost_total storage_total_cost duration'),
  orders(catalogue['network-volumes.search.finds'], networkVolumes, hasOrder),
  orders(catalogue['network-volumes.search.default-order'], networkVolumes, (shown) => !hasOrder(shown)),
  finds(catalogue['network-volumes.search.finds'], networkVolumes),
  makes(catalogue['templates.create.creates'], templates, 'templates.create'),
  takesAway(catalogue['templates.delete.deletes'], templates, 'templates.delete'),
  finds(catalogue['templates.search.finds'], templates, (_, { query }) => query.has('select_filters')),
  orders(catalogue['templates.search.visible'], templates, ({ query }) => !query.has('order_by')),
  states(catalogue['templates.search.use-ssh'], templates, 'use_ssh'),
  states(catalogue['templates.search.never-used'], templates, 'recent_create_date count_created'),
  {
    ...states(catalogue['templates.edit.id-stays'], isEdit, 'template'),
    covers: ({ kind, where }) => kind === 'value' && where === 'template.id',
  },
  {
    ...states(catalogue['templates.edit.rotates-hash-id'], [...isEdit, ...templates], 'template hash_id'),
    covers: ({ kind, where }) => kind === 'value' && where.endsWith('hash_id'),
  },
  states(catalogue['templates.create.hash-id'], ['templates.create'], 'template'),
  makes(catalogue['endpoint-groups.create.creates'], groups, 'endpoint-groups.create'),
  takesAway(catalogue['endpoint-groups.delete.deletes'], groups, 'endpoint-groups.delete'),
  sets(catalogue['endpoint-groups.update.updates'], groups, 'endpoint-groups.update'),
  orders(catalogue['endpoint-groups.list.lists-own'], groups),
  orders(catalogue['cloud-connections.list.order'], ['cloud-connections.list']),
]

/** Rules that refuse for want of a row, or because of one: whether it is there a capture need not show. */
export const isAboutRows = (rule: Rule): boolean =>
  /unknown|not-owned|rented|exists|duplicate|attached|not-a-bid|stopped|running|no-ssh-key|none|ready-after|no-such-link|credit|same-name|volume-size|exceeds|in-the-past|gone/.test(
    rule.id,
  ) && rule !== catalogue['authentication.key-unknown']
