import { ask, type Answer, type Question } from '../ask.ts'
import { rentalSimCommand } from '../contenders/rental-sim.ts'
import { offersFixture, writeJson } from '../inputs.ts'
import { load } from '../load.ts'
import { number, spreadOf } from '../markdown.ts'
import { freePort, startServer } from '../process.ts'
import type { Section, Settings } from '../section.ts'
import { median } from '../statistics.ts'

const LIMIT = 64
const BELOW_MS = 3
const OFFERS = [1000, 10_000, 50_000]
const PATH = '/api/v0/network_volumes/search/'

interface Offer {
  readonly storage_cost: number
  readonly reliability2: number
  readonly geolocation: string
  readonly inet_down: number
}

const COUNTRIES = ['US', 'CA', 'NO', 'DE', 'SE', 'BG', 'FR']

/** Different thresholds, so that no answer can be one that is ready. */
const questions: readonly Question[] = Array.from({ length: 16 }, (_, at) => ({
  method: 'POST',
  path: PATH,
  json: {
    q: {
      storage_cost: { lte: 0.2 + at / 1000 },
      reliability2: { gte: 0.92 - at / 1000 },
      geolocation: { in: COUNTRIES },
      order: [['inet_down', 'desc']],
      limit: LIMIT,
    },
  },
}))

function offersIn({ status, body }: Answer): readonly Offer[] {
  if (status !== 200) throw new Error(`search answered ${status}: ${body.slice(0, 200)}`)
  const { offers }: { offers: readonly Offer[] } = JSON.parse(body)
  return offers
}

function isRight(answer: Answer, at: number): boolean {
  const offers = offersIn(answer)
  return (
    offers.length === LIMIT &&
    offers.every(
      (offer, place) =>
        offer.storage_cost <= 0.2 + at / 1000 &&
        offer.reliability2 >= 0.92 - at / 1000 &&
        COUNTRIES.some((code) => offer.geolocation.endsWith(code)) &&
        offer.inet_down <= (offers[place - 1]?.inet_down ?? Infinity),
    )
  )
}

interface Searches {
  readonly firstMs: number
  readonly p50Ms: readonly number[]
  readonly p99Ms: readonly number[]
}

async function searchesOver(offers: number, { rounds, seconds, warmUpSeconds }: Settings): Promise<Searches> {
  const port = await freePort()
  const fixture = writeJson('offers.json', offersFixture(offers))
  const command = rentalSimCommand(port, '--fixture', fixture, '--clock', 'frozen')
  const health: Question = { method: 'GET', path: '/_sim/health' }
  const server = await startServer(command, port, health, ({ status }) => status === 200)
  try {
    const startedAt = performance.now()
    let bodyBytes = Infinity
    let firstMs: number | undefined
    for (const [at, question] of questions.entries()) {
      const answer = await ask(server.url, question)
      firstMs ??= performance.now() - startedAt
      if (!isRight(answer, at)) throw new Error(`search ${at} over ${offers} offers answered wrongly`)
      bodyBytes = Math.min(bodyBytes, Buffer.byteLength(answer.body))
    }
    const work = { questions, connections: 1, bodyBytes }
    await load(server, { ...work, seconds: warmUpSeconds })
    const p50Ms: number[] = []
    const p99Ms: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const figures = await load(server, { ...work, seconds })
      p50Ms.push(figures.p50Ms)
      p99Ms.push(figures.p99Ms)
    }
    return { firstMs: firstMs ?? 0, p50Ms, p99Ms }
  } finally {
    await server.stop()
  }
}

export async function search(settings: Settings): Promise<readonly Section[]> {
  console.error('Search')
  const rows: string[][] = []
  const medians: number[] = []
  const broken: string[] = []
  for (const offers of OFFERS) {
    try {
      const { firstMs, p50Ms, p99Ms } = await searchesOver(offers, settings)
      medians.push(median(p50Ms))
      rows.push([number(offers), spreadOf(p50Ms), spreadOf(p99Ms), number(firstMs)])
    } catch (error) {
      broken.push(`search over ${offers} offers: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const [small] = medians
  const large = medians.at(-1)
  const isWhole = small !== undefined && large !== undefined && broken.length === 0
  return [
    {
      title: 'POST /api/v0/network_volumes/search/',
      about: `Three filters, order, limit ${LIMIT}; one connection, 16 different queries in turn.${
        isWhole ? ` From 1,000 to 50,000 offers the median grows ${number(large / small, 1)} times.` : ''
      }`,
      tables: [{ head: ['Offers', 'median ms', 'p99 ms', 'first search ms'], rows }],
      goals: isWhole
        ? [{ text: `median below ${BELOW_MS} ms over 50,000`, measured: number(large, 2), met: large < BELOW_MS }]
        : [],
      unmeasured: [],
      broken,
    },
  ]
}
