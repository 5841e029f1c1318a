import { InvalidArgumentError, Option } from 'commander'
import { clockSpec } from '../harness/clock-spec.ts'
import { inWords, problems } from '../kernel/wire.ts'

/** An option that an environment variable can set too: `--journal-size` is RENTAL_SIM_JOURNAL_SIZE. */
export function option(flags: string, description: string): Option {
  const made = new Option(flags, description)
  return made.env(`RENTAL_SIM_${made.long?.replace(/^--/, '').replaceAll('-', '_').toUpperCase()}`)
}

export function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535; 0 takes any free one.')
  return port
}

export function clockStart(text: string) {
  const result = clockSpec.safeParse(text)
  if (result.success) return result.data
  throw new InvalidArgumentError(
    `A clock is real, frozen, or an instant like 2026-01-01T00:00:00Z. ${problems(result.error).map(inWords).join(' ')}`,
  )
}

/** Several names in one option: `--fixture default,mine.yaml`. */
export const nameList = (text: string): readonly string[] => text.split(',').map((name) => name.trim())
