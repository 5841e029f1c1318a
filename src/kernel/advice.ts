import { didYouMean } from './nearest.ts'
import { fieldOf } from './object.ts'

/** What YAML 1.1 read as booleans, and people still write. */
const meanings = new Map(Object.entries({ yes: true, on: true, y: true, no: false, off: false, n: false }))

/** What is written where a list, or an object, is expected. */
const shapes = new Map([
  ['array', 'write a list: [ … ]'],
  ['object', 'write an object: { … }'],
])

/** The number that a text spells, such as "5". */
const readNumber = (text: string): number | undefined =>
  /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined

/** Says what to write where a word is misspelt, a value has another shape, or a text spells a boolean or a number. */
export function addAdvice<P extends { readonly path: readonly (string | number)[]; readonly message: string }>(
  problem: P,
  within: unknown,
): P {
  const word = problem.path.reduce<unknown>((value, step) => fieldOf(value, String(step)), within)
  const allowed = /^Invalid option: expected one of (.+)$/.exec(problem.message)?.[1]
  if (allowed !== undefined && typeof word === 'string') {
    const meant = didYouMean(
      word,
      allowed.split('|').map((each) => each.replaceAll('"', '')),
    )
    return meant === '' ? problem : { ...problem, message: `${problem.message}${meant}` }
  }
  const shape = shapes.get(/^expected (array|object), received \w+$/.exec(problem.message)?.[1] ?? '')
  if (shape !== undefined) return { ...problem, message: `${problem.message}; ${shape}` }
  const expected = /^expected (boolean|number), received string$/.exec(problem.message)?.[1]
  if (expected === undefined) return problem
  const meant =
    typeof word !== 'string' ? undefined : expected === 'number' ? readNumber(word) : meanings.get(word.toLowerCase())
  return meant === undefined ? problem : { ...problem, message: `${problem.message}; write ${meant}` }
}
