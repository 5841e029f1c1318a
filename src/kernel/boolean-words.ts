import { fieldOf } from './object.ts'

/** What YAML 1.1 read as booleans, and people still write. */
const meanings = new Map(Object.entries({ yes: true, on: true, y: true, no: false, off: false, n: false }))

/** Says what to write where such a word stands for a boolean. */
export function withBooleanMeant<P extends { readonly path: readonly (string | number)[]; readonly message: string }>(
  problem: P,
  within: unknown,
): P {
  if (problem.message !== 'expected boolean, received string') return problem
  const word = problem.path.reduce<unknown>((value, step) => fieldOf(value, String(step)), within)
  const meant = typeof word === 'string' ? meanings.get(word.toLowerCase()) : undefined
  return meant === undefined ? problem : { ...problem, message: `${problem.message}; write ${meant}` }
}
