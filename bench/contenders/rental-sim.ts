import { resolve } from 'node:path'
import type { Contender } from '../contender.ts'

/** The shipped bundle with everything on but the limiter and the log. */
export const rentalSimCommand = (port: number, ...options: readonly string[]) => ({
  file: process.execPath,
  args: [resolve('dist/cli.cjs'), '--port', String(port), '--no-rate-limit', '--log', 'silent', ...options],
})

export const rentalSim: Contender = {
  name: 'rental-sim',
  does: 'all rules, headers and the journal',
  works: ['list', 'list-real', 'post', 'start'],
  command: ({ port, work, inputs }) => {
    // The cold start is that of someone who names no fixture.
    if (work === 'start') return rentalSimCommand(port)
    const clock = work === 'list-real' ? 'real' : 'frozen'
    return rentalSimCommand(port, '--fixture', inputs.fixtureFile, '--clock', clock)
  },
  recorded: (headers) => Number(headers.get('X-Sim-Exchange')),
}
