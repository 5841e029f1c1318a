import { sweep as sweepFlow } from '../../src/sweep.ts'
import { sweepSchema } from '../../src/report/sweep/result.ts'
import { KEY } from '../inputs.ts'
import { number } from '../markdown.ts'
import { runToEnd } from '../process.ts'
import type { Section, Settings } from '../section.ts'

/** A suite that asks once, and then computes or waits for so long. */
const suite = (kind: 'computes' | 'waits', ms: number): string => `
  const { RENTAL_SIM_URL: url, RENTAL_SIM_API_KEY: key } = process.env
  const headers = { authorization: 'Bearer ' + key }
  const rest = async () => {
    ${kind === 'computes' ? `for (const end = Date.now() + ${ms}; Date.now() < end; );` : `await new Promise((resolve) => setTimeout(resolve, ${ms}))`}
  }
  fetch(url + '/api/v0/template/', { headers, signal: AbortSignal.timeout(1000) })
    .then((response) => response.json())
    .then(({ templates }) => (templates ? 0 : 1), () => 1)
    .then(async (code) => { await rest(); process.exit(code) })`

const JOBS = [1, 2, 4, 8]
const FLOOR_PER_SECOND = 100

/** Trials in a minute: with a command, by jobs, and with a function in process. */
export async function sweep({ quick }: Settings): Promise<readonly Section[]> {
  console.error('Sweep')
  const title = 'Trials of a sweep'
  const suiteMs = quick ? 10 : 1000
  try {
    const rows: string[][] = []
    for (const kind of ['computes', 'waits'] as const) {
      const rates: string[] = []
      for (const jobs of quick ? [2] : JOBS) rates.push(number(await perMinute(suite(kind, suiteMs), jobs)))
      rows.push([`a suite that ${kind} for ${number(suiteMs)} ms`, ...rates])
    }
    const perSecond = await inProcess(quick ? 1 : 12)
    return [
      {
        title,
        about: 'Each trial of a command is a process of its own against a simulator of its own.',
        tables: [{ head: ['Trials in a minute', ...(quick ? [2] : JOBS).map((jobs) => `${jobs} jobs`)], rows }],
        goals: [
          {
            text: `in process: at least ${FLOOR_PER_SECOND} in a second`,
            measured: number(perSecond),
            met: quick || perSecond >= FLOOR_PER_SECOND,
          },
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

async function perMinute(script: string, jobs: number): Promise<number> {
  const options = ['--only', 'transient,refusals', '--format', 'json', '--jobs', String(jobs)]
  const began = performance.now()
  const output = await runToEnd(
    { file: process.execPath, args: ['dist/cli.cjs', 'sweep', ...options, '--', process.execPath, '-e', script] },
    'server',
  )
  // Progress comes before it.
  const { trials, baseline } = sweepSchema.parse(JSON.parse(output.slice(output.indexOf('{'))))
  // The two runs before the trials are none.
  return (trials.length * 60_000) / (performance.now() - began - 2000 * baseline.seconds)
}

/** @param calls of the flow, each at an operation without a limit */
async function inProcess(calls: number): Promise<number> {
  const began = performance.now()
  const { trials } = await sweepFlow(
    async ({ fetch }) => {
      for (let call = 0; call < calls; call += 1) {
        const headers = { Authorization: `Bearer ${KEY}` }
        const response = await fetch('/api/v0/template/', { headers, signal: AbortSignal.timeout(50) })
        if (!response.ok) throw new Error(String(response.status))
      }
    },
    { everyCall: true, only: ['transient', 'refusals'] },
  )
  return (trials.length * 1000) / (performance.now() - began)
}
