import { isDeepStrictEqual } from 'node:util'
import { ask, type Question } from '../ask.ts'
import { rentalSimCommand } from '../contenders/rental-sim.ts'
import { offersFixture, writeJson } from '../inputs.ts'
import { load } from '../load.ts'
import { number, spreadOf } from '../markdown.ts'
import { freePort, type Server, startServer } from '../process.ts'
import type { Section, Settings } from '../section.ts'
import { median } from '../statistics.ts'

const LIMIT = 64
const BELOW_MS = 3
const OFFERS = [1000, 10_000, 50_000]
const PATH = '/api/v0/network_volumes/search/'

type Offer = Readonly<Record<string, number>> & { readonly geolocation: string }
type Order = readonly (readonly [string, 'asc' | 'desc'])[]

interface Query {
  readonly storage_cost: { readonly lte: number }
  readonly reliability2: { readonly gte: number }
  readonly geolocation: { readonly in: readonly string[] }
  readonly order: Order
}

const MANY = ['US', 'CA', 'NO', 'DE', 'SE', 'BG', 'FR']
const FIELDS = ['inet_down', 'inet_up', 'storage_cost', 'reliability2', 'nw_disk_avg_bw', 'disk_space']

const query = (at: number, order: Order, countries: readonly string[], reliability: number): Query => ({
  storage_cost: { lte: 0.2 + at / 1000 },
  reliability2: { gte: reliability - at / 10_000 },
  geolocation: { in: countries },
  order,
})

/** What a simulator may have ready differs: an order that was asked for before, or an early end of the walk. */
const kinds: Readonly<Record<string, readonly Query[]>> = {
  'the same order again': Array.from({ length: 16 }, (_, at) => query(at, [['inet_down', 'desc']], MANY, 0.92)),
  '30 orders in turn': FIELDS.flatMap((first) =>
    FIELDS.filter((second) => second !== first).map((second) => [first, second] as const),
  ).map(([first, second], at) =>
    query(
      at,
      [
        [first, 'desc'],
        [second, 'asc'],
      ],
      MANY,
      0.92,
    ),
  ),
  'few offers fulfil it': Array.from({ length: 16 }, (_, at) => query(at, [['inet_down', 'desc']], ['NO'], 0.999)),
}

const asked = (q: object): Question => ({ method: 'POST', path: PATH, json: { q } })

async function offersFor(
  url: string,
  q: object,
): Promise<{ readonly offers: readonly Offer[]; readonly body: string }> {
  const { status, body } = await ask(url, asked(q))
  if (status !== 200) throw new Error(`search answered ${status}: ${body.slice(0, 200)}`)
  return { ...JSON.parse(body), body }
}

/** The same search, done the plain way. */
const expected = (all: readonly Offer[], { storage_cost, reliability2, geolocation, order }: Query): readonly Offer[] =>
  all
    .filter(
      (offer) =>
        (offer['storage_cost'] ?? Infinity) <= storage_cost.lte &&
        (offer['reliability2'] ?? 0) >= reliability2.gte &&
        geolocation.in.some((code) => offer.geolocation.endsWith(code)),
    )
    .toSorted((a, b) => {
      for (const [field, direction] of order) {
        const difference = (a[field] ?? 0) - (b[field] ?? 0)
        if (difference !== 0) return direction === 'asc' ? difference : -difference
      }
      return 0
    })
    .slice(0, LIMIT)

interface Searches {
  readonly kind: string
  readonly offers: number
  readonly firstMs: number
  readonly p50Ms: readonly number[]
  readonly p99Ms: readonly number[]
}

async function searchesOver(offers: number, settings: Settings): Promise<readonly Searches[]> {
  const port = await freePort()
  const fixture = writeJson('offers.json', offersFixture(offers))
  const command = rentalSimCommand(port, '--fixture', fixture, '--clock', 'frozen')
  const health: Question = { method: 'GET', path: '/_sim/health' }
  const server = await startServer(command, port, health, ({ status }) => status === 200)
  try {
    const measured: Searches[] = []
    let all: readonly Offer[] | undefined
    for (const [kind, queries] of Object.entries(kinds)) {
      const startedAt = performance.now()
      await offersFor(server.url, { ...queries[0], limit: LIMIT })
      const firstMs = performance.now() - startedAt
      all ??= (await offersFor(server.url, { limit: offers })).offers
      measured.push({ kind, offers, firstMs, ...(await repeated(server, all, kind, settings)) })
    }
    return measured
  } finally {
    await server.stop()
  }
}

async function repeated(server: Server, all: readonly Offer[], kind: string, settings: Settings) {
  const queries = kinds[kind] ?? []
  let bodyBytes = Infinity
  for (const query of queries) {
    const { offers, body } = await offersFor(server.url, { ...query, limit: LIMIT })
    if (!isDeepStrictEqual(offers, expected(all, query))) {
      throw new Error(`${kind}: wrong offers for ${JSON.stringify(query)}`)
    }
    bodyBytes = Math.min(bodyBytes, Buffer.byteLength(body))
  }
  const work = { questions: queries.map((query) => asked({ ...query, limit: LIMIT })), connections: 1, bodyBytes }
  await load(server, { ...work, seconds: settings.warmUpSeconds })
  const p50Ms: number[] = []
  const p99Ms: number[] = []
  for (let round = 0; round < settings.rounds; round += 1) {
    const figures = await load(server, { ...work, seconds: settings.seconds })
    p50Ms.push(figures.p50Ms)
    p99Ms.push(figures.p99Ms)
  }
  return { p50Ms, p99Ms }
}

export async function search(settings: Settings): Promise<readonly Section[]> {
  console.error('Search')
  const measured: Searches[] = []
  const broken: string[] = []
  for (const offers of OFFERS) {
    try {
      measured.push(...(await searchesOver(offers, settings)))
    } catch (error) {
      broken.push(`search over ${offers} offers: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const medianOf = (kind: string, offers: number | undefined): number =>
    median(measured.filter((one) => one.kind === kind && one.offers === offers).flatMap(({ p50Ms }) => p50Ms))
  return [
    {
      title: 'POST /api/v0/network_volumes/search/',
      about: `Three filters, order, limit ${LIMIT}; one connection, 16 or 30 queries in turn, while nothing changes the offers.`,
      tables: [
        {
          head: ['Queries', 'Offers', 'median ms', 'p99 ms', 'first search ms'],
          rows: measured.map(({ kind, offers, p50Ms, p99Ms, firstMs }) => [
            kind,
            number(offers),
            spreadOf(p50Ms),
            spreadOf(p99Ms),
            number(firstMs, 1),
          ]),
        },
      ],
      goals:
        broken.length > 0
          ? []
          : Object.keys(kinds).map((kind) => {
              const large = medianOf(kind, OFFERS.at(-1))
              const growth = large / medianOf(kind, OFFERS[0])
              return {
                text: `${kind}: median below ${BELOW_MS} ms over 50,000`,
                measured: `${number(large, 2)} ms, ${number(growth, 1)} times that over 1,000`,
                met: large < BELOW_MS,
              }
            }),
      unmeasured: [],
      broken,
    },
  ]
}
