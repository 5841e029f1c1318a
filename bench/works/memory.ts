import { setTimeout } from 'node:timers/promises'
import type { Question } from '../ask.ts'
import type { Contender } from '../contender.ts'
import { probed, simulator } from '../contenders/rental-sim.ts'
import { ContenderError, withServer } from '../duel.ts'
import { type Inputs, writeJson } from '../inputs.ts'
import { number, spreadOf } from '../markdown.ts'
import { play } from '../play.ts'
import type { Server } from '../process.ts'
import { clouds, creation, groupUpdate, listing } from '../questions.ts'
import type { Goal, Section, Settings } from '../section.ts'
import { alternate, median } from '../statistics.ts'

const BYTES_PER_MIB = 1024 * 1024
const IDLE_MIB = 50
const RESTED_MS = 20_000
const SLICES = 20
/** The journal is full and the code compiled after the first tenth. */
const WARM_SHARE = 0.1
const FLAT_WITHIN = 1.1
const CONNECTIONS = 32
const REQUESTS_A_SANDBOX = 50

/** What Node itself takes. */
const empty: Contender = {
  name: 'an empty node:http server',
  does: 'answers nothing',
  command: ({ port }) => ({
    file: process.execPath,
    args: ['-e', `require('node:http').createServer((_, out) => out.end()).listen(${port}, '127.0.0.1')`],
  }),
}

/** After the start and its first right answer; and once V8, which nobody keeps busy, has collected what the start left. */
async function idle(inputs: Inputs, { rounds }: Settings): Promise<Goal> {
  const rested: number[] = []
  const residentMib = (contender: Contender): Promise<number> =>
    withServer({ contender, questions: [listing], right: ({ status }) => status === 200 }, inputs, async (server) => {
      const mib = server.residentBytes() / BYTES_PER_MIB
      if (contender === empty) return mib
      await setTimeout(RESTED_MS)
      rested.push(server.residentBytes() / BYTES_PER_MIB)
      return mib
    })
  const shipped = simulator({ fixture: 'default' })
  const measured = await alternate(
    rounds,
    () => residentMib(shipped),
    () => residentMib(empty),
  )
  const mib = measured.map(({ ours }) => ours)
  const ofNode = measured.map(({ theirs }) => theirs)
  return {
    text: `idle after start: at most ${IDLE_MIB} MiB`,
    measured: `${spreadOf(mib, 1)} MiB, after ${RESTED_MS / 1000} s of rest ${spreadOf(rested, 1)} MiB; ${empty.name} ${spreadOf(ofNode, 1)} MiB`,
    met: median(mib) <= IDLE_MIB,
  }
}

const everyTenth = writeJson('faults.json', {
  name: 'faults',
  description: 'Faults for the memory measurement.',
  faults: [
    { name: 'tenth', match: { operation: 'instances.list' }, when: { every: 10 }, effect: { status: 500 } },
    { name: 'elsewhere', match: { operation: 'templates.search' }, effect: { latency_ms: 50 } },
  ],
})

/** A sandbox is made, used, and dropped, by each connection for itself. */
const life: readonly Question[] = [
  ...Array.from(
    { length: REQUESTS_A_SANDBOX - 1 },
    (_, at) => [listing, groupUpdate, creation, clouds][at % 4] ?? listing,
  ).map((question) => ({ ...question, path: `/~s-<player>-<loop>${question.path}` })),
  { method: 'DELETE', path: '/_sim/sandboxes/s-<player>-<loop>' },
]

interface Sample {
  readonly requests: number
  readonly heapMib: number
  readonly residentMib: number
  readonly descriptors: number
}

async function samples(server: Server, requests: number, atOnce: number): Promise<readonly Sample[]> {
  const taken: Sample[] = []
  let sent = 0
  const sample = async (): Promise<void> => {
    const heapMib = (await server.heapBytes()) / BYTES_PER_MIB
    const residentMib = server.residentBytes() / BYTES_PER_MIB
    taken.push({ requests: sent, heapMib, residentMib, descriptors: server.descriptors() })
  }
  await sample()
  while (sent < requests) {
    const seen = await play(server.url, {
      questions: life,
      connections: CONNECTIONS,
      requests: atOnce,
      // What is measured then is what dropped sandboxes left, not those that were broken off.
      whole: true,
    })
    if (seen.errors > 0) throw new Error(`${seen.errors} connections broke`)
    sent += seen.requests
    await sample()
  }
  return taken
}

/** Some of many, evenly, with the first and the last. */
const some = (all: readonly Sample[]): readonly Sample[] =>
  all.filter((_, at) => at === all.length - 1 || at % Math.ceil(all.length / SLICES) === 0)

export async function memory(inputs: Inputs, settings: Settings): Promise<Section> {
  console.error('Memory')
  const requests = settings.quick ? 2000 : 1_000_000
  const sandboxes = requests / REQUESTS_A_SANDBOX
  const title = `Memory, and ${number(requests)} requests with faults`
  const about = `Idle: resident, as shipped. The million: ${number(sandboxes)} sandboxes, each made, asked for listings (every tenth answered 500 by a fault), creations, updates and cloud connections, and dropped; default log to a file, real clock. The heap is measured after a collection.`
  const section = { title, about, unmeasured: [], broken: [] }
  try {
    const goals = [await idle(inputs, settings)]
    const contender = simulator({ options: ['--scenario', everyTenth] })
    const taken = await withServer(
      { contender, questions: [] },
      inputs,
      (server) => samples(server, requests, requests / (settings.quick ? 2 : 50)),
      probed,
    )
    const warm = taken.filter((sample) => sample.requests >= requests * WARM_SHARE)
    const growth = (read: (sample: Sample) => number): number => {
      const early = Math.max(...warm.slice(0, Math.ceil(warm.length / 3)).map(read))
      return Math.max(...warm.slice(-Math.ceil(warm.length / 3)).map(read)) / early
    }
    const heap = growth(({ heapMib }) => heapMib)
    const resident = growth(({ residentMib }) => residentMib)
    const descriptors = growth((sample) => sample.descriptors)
    goals.push({
      text: 'flat after warm-up: the peak of the last third at most 1.1 times that of the first',
      measured: `heap ${number(heap, 2)}, resident ${number(resident, 2)}, descriptors ${number(descriptors, 2)}`,
      met: [heap, resident, descriptors].every((times) => times <= FLAT_WITHIN),
    })
    const rows = some(taken).map((sample) => [
      number(sample.requests),
      number(sample.heapMib, 1),
      number(sample.residentMib, 1),
      number(sample.descriptors),
    ])
    return { ...section, tables: [{ head: ['Requests', 'heap MiB', 'resident MiB', 'descriptors'], rows }], goals }
  } catch (error) {
    if (!(error instanceof ContenderError)) throw error
    return { ...section, tables: [], goals: [], broken: [error.message] }
  }
}
