import { InvalidArgumentError } from 'commander'
import { nameList } from '../../cli/options.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import { families, type TrialFamily } from '../../testing/trial/trial.ts'
import { type Bar, figureNames } from './gate.ts'

/** A parser for families of trials. */
export const readFamilies = (text: string): readonly TrialFamily[] =>
  nameList(text).map((name) => oneOf(families, name))

function oneOf<Name extends string>(names: readonly Name[], name: string): Name {
  const found = names.find((each) => each === name)
  if (found === undefined)
    throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}${didYouMean(name, names) || '.'}`)
  return found
}

/** A parser for `resilience=90,sensitivity=80`. */
export const readBar = (text: string): Bar =>
  Object.fromEntries(
    nameList(text).map((each) => {
      const [name = '', percent = ''] = each.split('=')
      if (/^\d+$/.test(name)) throw new InvalidArgumentError(`Name the figure too, as in resilience=${name}.`)
      const figure = oneOf(figureNames, name)
      if (!/^\d+$/.test(percent) || Number(percent) > 100)
        throw new InvalidArgumentError(`${figure} is a whole number from 0 to 100, as in ${figure}=90.`)
      return [figure, Number(percent)]
    }),
  )

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }

/** A parser for a span of time: `90s`, `10m`, `1h`. */
export function readMilliseconds(text: string): number {
  const [, number = '', unit = ''] = /^(\d+)([smh])$/.exec(text) ?? []
  const ms = Number(number) * (unitMs[unit] ?? 0)
  if (ms > 0) return ms
  throw new InvalidArgumentError('It is a number with s, m or h: 90s, 10m, 1h.')
}

/** Options of a sweep that are about the report or the whole run: the line that repeats one trial goes without them. */
const NOT_REPEATED = /^--(only|trial|jobs|budget|format|output|write|fail-below|baseline|save-baseline|port)$/
const NOT_REPEATED_FLAGS = /^--(all|init|stay)$/

/** The options before the command that make a run of one trial alike. @param words of the command line */
export function repeatedOptions(words: readonly string[]): readonly string[] {
  const begin = words.indexOf('sweep') + 1
  const end = words.indexOf('--')
  const given = words.slice(begin, end === -1 ? begin : end)
  return given.filter((word, at) => {
    const [name = ''] = word.split('=')
    const before = given[at - 1] ?? ''
    return !NOT_REPEATED.test(name) && !NOT_REPEATED_FLAGS.test(name) && !NOT_REPEATED.test(before)
  })
}

export const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]
