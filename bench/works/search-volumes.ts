import { generated } from '../inputs.ts'
import type { Search, Searched } from './search.ts'

const LIMIT = 64
const PATH = '/api/v0/network_volumes/search/'

type Offer = Readonly<Record<string, number>> & { readonly geolocation: string }
type Order = readonly (readonly [string, 'asc' | 'desc'])[]

const MANY = ['US', 'CA', 'NO', 'DE', 'SE', 'BG', 'FR']
const FIELDS = ['inet_down', 'inet_up', 'storage_cost', 'reliability2', 'nw_disk_avg_bw', 'disk_space']

const asked = (q: object) => ({ method: 'POST', path: PATH, json: { q } }) as const

function query(at: number, order: Order, countries: readonly string[], reliability: number): Search<Offer> {
  const q = {
    storage_cost: { lte: 0.2 + at / 1000 },
    reliability2: { gte: reliability - at / 10_000 },
    geolocation: { in: countries },
    order,
    limit: LIMIT,
  }
  return {
    question: asked(q),
    expected: (all) =>
      all
        .filter(
          (offer) =>
            (offer['storage_cost'] ?? Infinity) <= q.storage_cost.lte &&
            (offer['reliability2'] ?? 0) >= q.reliability2.gte &&
            countries.some((code) => offer.geolocation.endsWith(code)),
        )
        .toSorted((a, b) => {
          for (const [field, direction] of order) {
            const difference = (a[field] ?? 0) - (b[field] ?? 0)
            if (difference !== 0) return direction === 'asc' ? difference : -difference
          }
          return 0
        })
        .slice(0, LIMIT),
  }
}

const orders: readonly Order[] = FIELDS.flatMap((first) =>
  FIELDS.filter((second) => second !== first).map((second): Order => [
    [first, 'desc'],
    [second, 'asc'],
  ]),
)
const sixteen = (countries: readonly string[], reliability: number) =>
  Array.from({ length: 16 }, (_, at) => query(at, [['inet_down', 'desc']], countries, reliability))

export const volumes: Searched<Offer> = {
  title: 'POST /api/v0/network_volumes/search/',
  about: `Three filters, order, limit ${LIMIT}; one connection, 16 or 30 queries in turn, while nothing changes the offers.`,
  belowMs: 3,
  sizes: [1000, 10_000, 50_000],
  fixture: (count) => generated({ network_volume_offers: count }),
  all: (limit) => asked({ limit }),
  rows: (body) => JSON.parse(body).offers,
  kinds: {
    'the same order again': sixteen(MANY, 0.92),
    '30 orders in turn': orders.map((order, at) => query(at, order, MANY, 0.92)),
    'few offers fulfil it': sixteen(['NO'], 0.999),
  },
}
