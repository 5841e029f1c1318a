import { type Claim, fitsQuery, matchesFormula, type ShownAnswer, valueAt } from '../../kernel/claim.ts'
import { isObject } from '../../kernel/object.ts'
import { HOURS_PER_MONTH } from '../operation/units.ts'
import { catalogue } from '../catalogue.ts'

const of = ['network-volumes.search']

const queryIn = ({ sent }: ShownAnswer): unknown => valueAt(sent, 'q') ?? sent

/** `[["storage_cost", "asc"]]` */
const orderIn = (query: unknown): readonly (readonly [string, boolean])[] => {
  const order = valueAt(query, 'order')
  return Array.isArray(order)
    ? order.flatMap((pair: unknown) =>
        Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], pair[1] === 'desc'] as const] : [],
      )
    : []
}

export const networkVolumeClaims: readonly Claim[] = [
  {
    rule: catalogue['network-volumes.search.units'],
    of,
    says: 'storage_cost_total = storage_cost * disk_space / 720',
    holds: matchesFormula(
      'storage_cost_total',
      ['storage_cost', 'disk_space'],
      (cost = 0, gb = 0) => (cost * gb) / HOURS_PER_MONTH,
    ),
  },
  {
    rule: catalogue['network-volumes.search.finds'],
    of,
    says: 'offers fulfil the filters, in the order and number that was asked for',
    holds: (answer) => {
      const query = queryIn(answer)
      if (!answer.isAsked || answer.rows.length === 0) return undefined
      // These are read otherwise than offers show them.
      const { geolocation: _place, duration: _left, ...filters } = isObject(query) ? query : {}
      const order = orderIn(query).filter(([name]) => name !== 'duration')
      return fitsQuery(answer.rows, { filters, order, limit: valueAt(query, 'limit') })
    },
  },
  {
    rule: catalogue['network-volumes.search.default-order'],
    of,
    says: 'without an order offers come by ascending ask_contract_id',
    holds: (answer) =>
      answer.isAsked && orderIn(queryIn(answer)).length === 0 && answer.rows.length > 1
        ? fitsQuery(answer.rows, { filters: {}, order: [['ask_contract_id', false]], limit: undefined })
        : undefined,
  },
]
