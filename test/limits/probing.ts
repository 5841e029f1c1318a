import { afterAll } from 'vitest'
import type { Dialect } from '../../src/kernel/rules-in-force.ts'
import type { Named } from './hostile.ts'
import { Probe } from './probe.ts'

/** What keeps the server from everybody else, in milliseconds of CPU: 250 on a machine of this year, four times that on a slow one. */
const MAX_TURN_MS = 1000

/** A simulator that is measured: every file of tests calls it once. */
export function probing() {
  const probe = new Probe()
  afterAll(() => probe.end())

  const begin = (calls: Parameters<Probe['begin']>[1] = [], dialect: Dialect = 'documented'): Promise<void> =>
    probe.begin({ clock: 'frozen', rateLimit: { enabled: false }, dialect }, calls)

  /** The calls that kept the server too long. */
  async function slowAmong(named: Named): Promise<readonly string[]> {
    const slow: string[] = []
    for (const [name, call] of Object.entries(named)) {
      const { longestMs, status } = await probe.measure(call)
      if (process.env['COST'] !== undefined && longestMs > Number(process.env['COST']))
        process.stderr.write(`${longestMs} ms: ${call.method ?? 'GET'} ${call.path.slice(0, 60)} ${name}: ${status}\n`)
      if (longestMs > MAX_TURN_MS || status === 500) slow.push(`${name}: ${longestMs} ms of CPU, ${status}`)
    }
    return slow
  }
  return { probe, begin, slowAmong }
}
