import { join, resolve } from 'node:path'
import type { Command, Contender } from '../contender.ts'

/** The bundle of a folder with everything on but the limiter. */
export const simulatorCommand = (folder: string, port: number, ...options: readonly string[]): Command => ({
  file: process.execPath,
  args: [join(resolve(folder), 'dist/cli.cjs'), '--port', String(port), '--no-rate-limit', ...options],
})

/** The same with a heap probe, and flags for Node. */
export const probed = ({ file, args }: Command, ...flags: readonly string[]): Command => ({
  file,
  probed: true,
  output: 'file',
  args: ['--expose-gc', ...flags, '--import', './build/bench/heap-probe.js', ...args],
})

interface Mode {
  readonly name?: string
  /** Of another checkout, which is built. */
  readonly folder?: string
  readonly output?: Command['output']
  /** The bench's own fixture, unless it is the one that somebody gets who names none. */
  readonly fixture?: 'default'
  readonly options?: readonly string[]
}

export const simulator = ({
  name = 'rental-sim',
  folder = '.',
  output = 'file',
  fixture,
  options = [],
}: Mode): Contender => ({
  name,
  does: 'all rules, headers and the journal',
  command: ({ port, inputs }) => ({
    ...simulatorCommand(folder, port, ...(fixture === undefined ? ['--fixture', inputs.fixtureFile] : []), ...options),
    output,
  }),
  recorded: (headers) => Number(headers.get('X-Sim-Exchange')),
})

export const quiet = simulator({ options: ['--log', 'silent'] })
