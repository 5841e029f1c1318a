import { type Claim, everyRow, matchesFormula, isNear, valueAt } from '../../kernel/claim.ts'
import { HOURS_PER_MONTH } from '../operation/units.ts'
import { catalogue } from '../catalogue.ts'

const prices = { rule: catalogue['rental-offers.search.prices'], of: ['rental-offers.search'] }

export const rentalOfferClaims: readonly Claim[] = [
  {
    ...prices,
    says: 'dph_total = dph_base + storage_total_cost',
    holds: matchesFormula('dph_total', ['dph_base', 'storage_total_cost'], (base = 0, disk = 0) => base + disk),
  },
  {
    ...prices,
    says: 'storage_total_cost is that of the disk asked for, 8 GB without one, over 720 hours',
    holds: (answer, earlier) => {
      const query = valueAt(answer.sent, 'q') ?? answer.sent
      const asked = valueAt(query, 'allocated_storage') ?? 8
      if (!answer.isAsked || typeof asked !== 'number' || answer.query.has('q')) return undefined
      return matchesFormula(
        'storage_total_cost',
        ['storage_cost'],
        (cost = 0) => (cost * asked) / HOURS_PER_MONTH,
      )(answer, earlier)
    },
  },
  {
    ...prices,
    says: 'search.totalHour = dph_total, instance.totalHour = storage_total_cost',
    holds: everyRow((row) => {
      const [whole, disk] = [valueAt(row, 'search', 'totalHour'), valueAt(row, 'instance', 'totalHour')]
      if (typeof whole !== 'number' || typeof disk !== 'number') return undefined
      return isNear(whole, Number(row['dph_total'])) && isNear(disk, Number(row['storage_total_cost']))
    }),
  },
  {
    rule: catalogue['rental-offers.search.rentable'],
    of: prices.of,
    says: 'offers are rentable, unless rentable is asked for',
    holds: (answer, earlier) => {
      const query = valueAt(answer.sent, 'q') ?? answer.sent
      const isNamed = valueAt(query, 'rentable') !== undefined
      if (!answer.isAsked || isNamed || answer.query.has('q')) return undefined
      return everyRow(({ rentable }) => (typeof rentable === 'boolean' ? rentable : undefined))(answer, earlier)
    },
  },
]
