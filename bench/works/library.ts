import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { KEY } from '../inputs.ts'
import { spreadOf } from '../markdown.ts'
import { runToEnd } from '../process.ts'
import type { Section, Settings } from '../section.ts'
import { alternate, median } from '../statistics.ts'

const EMPTY_STARTS = 2
const SECOND_MS = 3
/** A start is short, so there are more of them than of loads. */
const STARTS_A_ROUND = 3

const listing = `{ headers: { Authorization: 'Bearer ${KEY}' } }`
const script = (entry: string): string => `
const { createSimulator } = await import(${JSON.stringify(entry)})
const first = await createSimulator().fetch('/api/v0/instances/', ${listing})
if (first.status !== 200) throw new Error('answered ' + first.status)
await first.text()
const before = performance.now()
const second = await createSimulator().fetch('/api/v0/instances/', ${listing})
await second.text()
console.log(performance.now() - before)`

interface Started {
  readonly ms: number
  readonly output: string
}

async function started(code: string): Promise<Started> {
  const before = performance.now()
  const output = await runToEnd({ file: process.execPath, args: ['--input-type=module', '--eval', code] }, 'server')
  return { ms: performance.now() - before, output }
}

/** The library in a process of its own: from its start to its end, with one answer, and what a second simulator takes. */
export async function library(folder: string, { quick, rounds }: Settings): Promise<Section> {
  console.error('In process')
  const title = 'In process'
  const about =
    'A process that imports the library, answers one listing and ends, against one that does nothing; then a second simulator with its first answer.'
  try {
    const measured = await alternate(
      quick ? 1 : rounds * STARTS_A_ROUND,
      () => started(script(join(resolve(folder), 'dist/lib/index.js'))),
      () => started(''),
    )
    const starts = measured.map(({ ours, theirs }) => ours.ms / theirs.ms)
    const seconds = measured.map(({ ours }) => Number(ours.output))
    return {
      title,
      about,
      tables: [],
      goals: [
        {
          text: `import to the first answer: at most ${EMPTY_STARTS} empty Node starts`,
          measured: spreadOf(starts),
          met: median(starts) <= EMPTY_STARTS,
        },
        {
          text: `a second simulator with its first answer: at most ${SECOND_MS} ms`,
          measured: `${spreadOf(seconds, 1)} ms`,
          met: median(seconds) <= SECOND_MS,
        },
      ],
      unmeasured: [],
      broken: [],
    }
  } catch (error) {
    return { title, about, tables: [], goals: [], unmeasured: [], broken: [String(error)] }
  }
}
