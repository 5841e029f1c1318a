import { fieldOf } from './object.ts'

/** What YAML 1.1 read as booleans, and people still write. */
const meanings = new Map(Object.entries({ yes: true, on: true, y: true, no: false, off: false, n: false }))

/** What is written where a list, or an object, is expected. */
const shapes = new Map([
  ['array', 'write a list: [ … ]'],
  ['object', 'write an object: { … }'],
])

/** Says what to write where a value has another shape, or such a word stands for a boolean. */
export function withMeant<P extends { readonly path: readonly (string | number)[]; readonly message: string }>(
  problem: P,
  within: unknown,
): P {
  const shape = shapes.get(/^expected (array|object), received \w+$/.exec(problem.message)?.[1] ?? '')
  if (shape !== undefined) return { ...problem, message: `${problem.message}; ${shape}` }
  if (problem.message !== 'expected boolean, received string') return problem
  const word = problem.path.reduce<unknown>((value, step) => fieldOf(value, String(step)), within)
  const meant = typeof word === 'string' ? meanings.get(word.toLowerCase()) : undefined
  return meant === undefined ? problem : { ...problem, message: `${problem.message}; write ${meant}` }
}
