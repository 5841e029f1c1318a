import { setTimeout } from 'node:timers/promises'
import { sweep as sweepFlow } from '../../src/sweep.ts'
import { type SweepReport, sweepSchema } from '../../src/report/sweep/result.ts'
import { KEY } from '../inputs.ts'
import { number } from '../markdown.ts'
import { runToEnd } from '../process.ts'
import type { Section, Settings } from '../section.ts'

/** A suite that asks once, and then computes (with a whole core) or waits for so long. */
const suite = (kind: 'computes' | 'waits', ms: number): string => `
  const { RENTAL_SIM_URL: url, RENTAL_SIM_API_KEY: key } = process.env
  const headers = { authorization: 'Bearer ' + key }
  const busy = ({ user, system }) => user + system
  const rest = async () => {
    ${kind === 'computes' ? `for (const since = process.cpuUsage(); busy(process.cpuUsage(since)) < ${1000 * ms}; );` : `await new Promise((resolve) => setTimeout(resolve, ${ms}))`}
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
    const works = [
      [
        `a suite that computes for ${number(suiteMs)} ms`,
        (jobs: number) => byCommand(suite('computes', suiteMs), jobs),
      ],
      [`a suite that waits for ${number(suiteMs)} ms`, (jobs: number) => byCommand(suite('waits', suiteMs), jobs)],
      [
        `a function that waits for ${number(suiteMs)} ms`,
        (jobs: number) => inProcess({ calls: 1, waitMs: suiteMs, jobs }),
      ],
    ] as const
    const rows: string[][] = []
    for (const [name, rate] of works) {
      const rates: string[] = []
      for (const jobs of quick ? [2] : JOBS) rates.push(number(await rate(jobs)))
      rows.push([name, ...rates])
    }
    const perSecond = (await inProcess({ calls: quick ? 1 : 12, waitMs: 0, jobs: 8 })) / 60
    return [
      {
        title,
        about:
          'Each trial of a command is a process of its own against a simulator of its own; a function runs in the process of the sweep. A sweep of a command has both cores.',
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

async function byCommand(script: string, jobs: number): Promise<number> {
  const options = ['--only', 'transient,refusals', '--format', 'json', '--jobs', String(jobs)]
  const began = performance.now()
  const output = await runToEnd(
    { file: process.execPath, args: ['dist/cli.cjs', 'sweep', ...options, '--', process.execPath, '-e', script] },
    'both',
  )
  // Progress comes before it.
  const report = sweepSchema.parse(JSON.parse(output.slice(output.indexOf('{'))))
  return perMinute(report, performance.now() - began)
}

interface Flow {
  /** At an operation without a limit. */
  readonly calls: number
  readonly waitMs: number
  readonly jobs: number
}

async function inProcess({ calls, waitMs, jobs }: Flow): Promise<number> {
  const began = performance.now()
  const report = await sweepFlow(
    async ({ fetch }) => {
      try {
        for (let call = 0; call < calls; call += 1) {
          const headers = { Authorization: `Bearer ${KEY}` }
          const response = await fetch('/api/v0/template/', { headers, signal: AbortSignal.timeout(50) })
          if (!response.ok) throw new Error(String(response.status))
        }
      } finally {
        if (waitMs > 0) await setTimeout(waitMs)
      }
    },
    { everyCall: true, only: ['transient', 'refusals'], jobs, limitMs: 10_000 },
  )
  return perMinute(report, performance.now() - began)
}

/** The two runs before the trials are none. */
const perMinute = ({ trials, baseline }: SweepReport, ms: number): number =>
  (trials.length * 60_000) / (ms - 2000 * baseline.seconds)
