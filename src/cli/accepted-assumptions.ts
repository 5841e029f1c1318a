import { DocumentError, fileError, type PlacedProblem } from '../testing/fixtures/problem.ts'
import { readSource } from '../testing/fixtures/source.ts'
import { strengths } from '../kernel/evidence.ts'
import { didYouMean } from '../kernel/nearest.ts'
import { readFile } from '../node/files/library.ts'
import type { AcceptedAssumptions } from '../report/judge.ts'
import { rules } from '../marketplace/routes.ts'

const assumptions = new Set(rules.filter(({ basis }) => basis === 'assumed').map(({ id }) => id))
const documented = new Set(rules.filter(({ basis }) => basis === 'documented').map(({ id }) => id))

/**
 * Reads the assumptions that a team accepts: YAML or JSON, the id of a rule or a strength of evidence to the reason.
 * @throws DocumentError for an id that is not an assumption, and for one without a reason
 */
export function readAccepted(file: string): AcceptedAssumptions {
  const { value, locate } = readSource(readFile(file).text, file)
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw fileError(file, 'names no rules: it is a map of rule id to reason')
  }
  const entries = Object.entries(value ?? {})
  const problems = entries.flatMap(([id, reason]): PlacedProblem[] => {
    const message = problemOf(id, reason)
    return message === undefined ? [] : [{ ...locate([id]), path: [], message }]
  })
  if (problems.length > 0) throw new DocumentError(problems)
  return { file, reasons: new Map(entries.map(([id, reason]) => [id, String(reason).trim()])) }
}

function problemOf(id: string, reason: unknown): string | undefined {
  if (documented.has(id)) return `the rule "${id}" is documented: there is nothing to accept`
  if (!assumptions.has(id) && !strengths.some((each) => each === id))
    return `there is no assumed rule "${id}"${didYouMean(id, assumptions)}`
  if (typeof reason !== 'string' || reason.trim() === '')
    return `the assumption "${id}" has no reason: say in words why the team accepts it`
  return undefined
}
