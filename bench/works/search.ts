import { isDeepStrictEqual } from 'node:util'
import { ask, type Question } from '../ask.ts'
import { simulatorCommand } from '../contenders/rental-sim.ts'
import { writeJson } from '../inputs.ts'
import { load } from '../load.ts'
import { number, spreadOf } from '../markdown.ts'
import { freePort, type Server, startServer } from '../process.ts'
import { health } from '../questions.ts'
import type { Section, Settings } from '../section.ts'
import { median } from '../statistics.ts'

/** A search, and what it finds when it is done the plain way. */
export interface Search<Row> {
  readonly question: Question
  readonly expected: (all: readonly Row[]) => readonly Row[]
}

export interface Searched<Row> {
  readonly title: string
  readonly about: string
  readonly belowMs: number
  /** How many rows there are. */
  readonly sizes: readonly number[]
  readonly fixture: (size: number) => object
  readonly all: (size: number) => Question
  readonly rows: (body: string) => readonly Row[]
  /** What a simulator may have ready differs: an order that was asked for before, an index, an early end of the walk. */
  readonly kinds: Readonly<Record<string, readonly Search<Row>[]>>
}

interface Found {
  readonly kind: string
  readonly size: number
  readonly firstMs: number
  readonly p50Ms: readonly number[]
  readonly p99Ms: readonly number[]
}

async function bodyOf(url: string, question: Question): Promise<string> {
  const { status, body } = await ask(url, question)
  if (status !== 200) throw new Error(`search answered ${status}: ${body.slice(0, 200)}`)
  return body
}

async function searchesOver<Row>(work: Searched<Row>, size: number, settings: Settings): Promise<readonly Found[]> {
  const port = await freePort()
  const fixture = writeJson('rows.json', work.fixture(size))
  const command = simulatorCommand(port, '--fixture', fixture, '--clock', 'frozen', '--log', 'silent')
  const server = await startServer(command, port, health, ({ status }) => status === 200)
  try {
    const found: Found[] = []
    let all: readonly Row[] | undefined
    for (const [kind, searches] of Object.entries(work.kinds)) {
      const [first] = searches
      const startedAt = performance.now()
      if (first) await bodyOf(server.url, first.question)
      const firstMs = performance.now() - startedAt
      all ??= work.rows(await bodyOf(server.url, work.all(size)))
      let bodyBytes = Infinity
      for (const { question, expected } of searches) {
        const body = await bodyOf(server.url, question)
        if (!isDeepStrictEqual(work.rows(body), expected(all))) {
          throw new Error(`${kind}: found the wrong rows for ${question.path} ${JSON.stringify(question.json)}`)
        }
        bodyBytes = Math.min(bodyBytes, Buffer.byteLength(body))
      }
      const questions = searches.map(({ question }) => question)
      found.push({ kind, size, firstMs, ...(await repeated(server, questions, bodyBytes, settings)) })
    }
    return found
  } finally {
    await server.stop()
  }
}

async function repeated(server: Server, questions: readonly Question[], bodyBytes: number, settings: Settings) {
  const work = { questions, connections: 1, bodyBytes }
  if (settings.warmUpSeconds > 0) await load(server, { ...work, seconds: settings.warmUpSeconds })
  const p50Ms: number[] = []
  const p99Ms: number[] = []
  for (let round = 0; round < settings.rounds * settings.windows; round += 1) {
    const figures = await load(server, { ...work, seconds: settings.seconds, turns: settings.turns })
    p50Ms.push(figures.p50Ms)
    p99Ms.push(figures.p99Ms)
  }
  return { p50Ms, p99Ms }
}

export async function search<Row>(work: Searched<Row>, settings: Settings): Promise<Section> {
  const { title, about, belowMs, kinds } = work
  const sizes = settings.quick ? [Math.min(...work.sizes)] : work.sizes
  console.error(title)
  const found: Found[] = []
  const broken: string[] = []
  for (const size of sizes) {
    try {
      found.push(...(await searchesOver(work, size, settings)))
    } catch (error) {
      broken.push(`search over ${size} rows: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const medianOf = (kind: string, size: number): number =>
    median(found.filter((one) => one.kind === kind && one.size === size).flatMap(({ p50Ms }) => p50Ms))
  const [small, large] = [Math.min(...sizes), Math.max(...sizes)]
  const goals = (broken.length > 0 ? [] : Object.keys(kinds)).map((kind) => {
    const ms = medianOf(kind, large)
    return {
      text: `${kind}: median below ${belowMs} ms over ${number(large)}`,
      measured: `${number(ms, 2)} ms, ${number(ms / medianOf(kind, small), 1)} times that over ${number(small)}`,
      met: ms < belowMs,
    }
  })
  const rows = found.map(({ kind, size, p50Ms, p99Ms, firstMs }) => [
    kind,
    number(size),
    spreadOf(p50Ms),
    spreadOf(p99Ms),
    number(firstMs, 1),
  ])
  const head = ['Queries', 'Rows', 'median ms', 'p99 ms', 'first search ms']
  return { title, about, tables: [{ head, rows }], goals, unmeasured: [], broken }
}
