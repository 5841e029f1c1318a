import { ask, type Question } from '../ask.ts'
import { rentalSimCommand } from '../contenders/rental-sim.ts'
import type { Inputs } from '../inputs.ts'
import { load } from '../load.ts'
import { number } from '../markdown.ts'
import { freePort, startServer } from '../process.ts'
import type { Section, Settings } from '../section.ts'

const BYTES_PER_MIB = 1024 * 1024
const SLICES = 20
/** The journal is full and the code compiled after the first tenth. */
const WARM_SHARE = 0.1
const FLAT_WITHIN = 1.1
const MAX_SECONDS = 1800

interface Sample {
  readonly requests: number
  readonly heapMib: number
  readonly residentMib: number
}

async function samples(inputs: Inputs, requests: number, seconds: number): Promise<readonly Sample[]> {
  const port = await freePort()
  const { file, args } = rentalSimCommand(port, '--fixture', inputs.fixtureFile, '--clock', 'frozen')
  const command = { file, probed: true, args: ['--expose-gc', '--import', './build/bench/heap-probe.js', ...args] }
  const question: Question = { method: 'GET', path: '/api/v0/instances/' }
  const server = await startServer(command, port, question, ({ status }) => status === 200)
  try {
    const bodyBytes = Buffer.byteLength((await ask(server.url, question)).body)
    const taken: Sample[] = []
    let sent = 0
    let spent = 0
    const sample = async (): Promise<void> => {
      const residentMib = server.residentBytes() / BYTES_PER_MIB
      taken.push({ requests: sent, heapMib: (await server.heapBytes()) / BYTES_PER_MIB, residentMib })
    }
    await sample()
    while (sent < requests && spent < MAX_SECONDS) {
      const figures = await load(server, { questions: [question], connections: 32, seconds, bodyBytes })
      sent += figures.requests
      spent += seconds
      await sample()
    }
    return taken
  } finally {
    await server.stop()
  }
}

/** Some of many, evenly, with the first and the last. */
const some = (all: readonly Sample[]): readonly Sample[] =>
  all.filter((_, at) => at === all.length - 1 || at % Math.ceil(all.length / SLICES) === 0)

export async function memory(inputs: Inputs, { quick }: Settings): Promise<readonly Section[]> {
  console.error('Memory')
  const requests = quick ? 5000 : 1_000_000
  const title = `Memory over ${number(requests)} requests`
  const about = `GET /api/v0/instances/ again and again. The heap is measured after a collection.`
  try {
    const taken = await samples(inputs, requests, quick ? 1 : 5)
    const total = taken.at(-1)?.requests ?? 0
    const warm = taken.filter((sample) => sample.requests >= total * WARM_SHARE)
    const growth = (read: (sample: Sample) => number): number => {
      const early = Math.max(...warm.slice(0, Math.ceil(warm.length / 3)).map(read))
      return Math.max(...warm.slice(-Math.ceil(warm.length / 3)).map(read)) / early
    }
    const heap = growth(({ heapMib }) => heapMib)
    const resident = growth(({ residentMib }) => residentMib)
    return [
      {
        title,
        about,
        tables: [
          {
            head: ['Requests', 'heap MiB', 'resident MiB'],
            rows: some(taken).map((sample) => [
              number(sample.requests),
              number(sample.heapMib, 1),
              number(sample.residentMib, 1),
            ]),
          },
        ],
        goals: [
          {
            text: 'flat after warm-up: the peak of the last third at most 1.1 times that of the first',
            measured: `heap ${number(heap, 2)}, resident ${number(resident, 2)}, after ${number(total)} requests`,
            met: heap <= FLAT_WITHIN && resident <= FLAT_WITHIN && total >= requests,
          },
        ],
        unmeasured: [],
        broken: [],
      },
    ]
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return [{ title, about, tables: [], goals: [], unmeasured: [], broken: [message] }]
  }
}
