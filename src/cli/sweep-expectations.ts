import { existsSync } from 'node:fs'
import { problems, problemText } from '../kernel/wire.ts'
import { readFile } from '../node/files/library.ts'
import { type Expectations, expectationsSchema } from '../report/sweep/expectations.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { readSource } from '../testing/fixtures/source.ts'

/** The file that is read where no other one is named. */
export const EXPECTATIONS = 'sweep.yaml'

/**
 * Reads what a team wants under faults.
 * @throws DocumentError when it cannot be used
 */
export function readExpectations(named: string | undefined): Expectations {
  if (named === undefined && !existsSync(EXPECTATIONS)) return {}
  const file = named ?? EXPECTATIONS
  const { value, locate } = readSource(readFile(file).text, file)
  const { success, data, error } = expectationsSchema.safeParse(value ?? {})
  if (success) return data
  throw new DocumentError(
    problems(error).map((problem) => ({ ...locate(problem.path), path: [], message: problemText(problem) })),
  )
}
