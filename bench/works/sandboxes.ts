import { program } from '../contender.ts'
import { number } from '../markdown.ts'
import { runToEnd } from '../process.ts'
import type { Section, Settings } from '../section.ts'
import type { Measured } from '../programs/sandboxes.ts'

const KIB_EACH = 10
const MS_EACH = 0.2
const BYTES_PER_KIB = 1024
const BYTES_PER_MIB = 1024 * 1024

export async function sandboxes({ quick }: Settings): Promise<readonly Section[]> {
  console.error('Sandboxes')
  const title = 'Sandboxes over fixtures/large.yaml'
  const { file, args } = program('sandboxes', quick ? '200' : '10000')
  try {
    const output = await runToEnd({ file, args: ['--expose-gc', '--max-old-space-size=6144', ...args] }, 'server')
    const { count, loading, steps }: Measured = JSON.parse(output)
    const msEach = (name: string): number => (steps[name]?.milliseconds ?? NaN) / count
    const kibEach = (name: string): number => (steps[name]?.bytes ?? NaN) / count / BYTES_PER_KIB
    const time = (name: string) => ({ measured: `${number(msEach(name), 3)} ms`, met: msEach(name) <= MS_EACH })
    return [
      {
        title,
        about: `${number(count)} sandboxes in one process; loading the fixture once: ${number(loading.milliseconds)} ms, ${number(loading.bytes / BYTES_PER_MIB, 1)} MiB. The time is the simulator's own: requests are made before it, bodies read after. The heap is measured after a collection.`,
        tables: [
          {
            head: ['One request to each sandbox', 'ms', 'heap KiB'],
            rows: Object.keys(steps).map((name) => [name, number(msEach(name), 4), number(kibEach(name), 2)]),
          },
        ],
        goals: [
          {
            text: `at most ${KIB_EACH} KiB each`,
            measured: `${number(kibEach('first use: creates it'), 2)} KiB`,
            met: kibEach('first use: creates it') <= KIB_EACH,
          },
          { text: `creating one: at most ${MS_EACH} ms`, ...time('first use: creates it') },
          { text: `resetting one: at most ${MS_EACH} ms`, ...time('reset, snapshot dropped') },
        ],
        unmeasured: [],
        broken: [],
      },
    ]
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return [{ title, about: '', tables: [], goals: [], unmeasured: [], broken: [message] }]
  }
}
