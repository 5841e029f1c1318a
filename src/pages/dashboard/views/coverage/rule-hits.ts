import { type Strength, strengths, supportOf } from '../../../../kernel/evidence.ts'
import type { Operation } from '../../../../kernel/operation.ts'
import type { Rule } from '../../../../kernel/rule.ts'
import { operationsUnder, rulesOf, rulesUnder } from '../../../../marketplace/routes.ts'
import type { World } from '../../../../sandbox/world.ts'

/** A rule as the map shows it. */
export interface RuleHits {
  readonly id: string
  readonly basis: string
  readonly text: string
  readonly source: string
  /** How well an assumption is supported; undefined where the contract says it. */
  readonly strength: Strength | undefined
  readonly hits: number
}

/** An operation with the rules that are its own; undefined stands for those that several operations share. */
export interface OperationHits {
  readonly operation: Operation | undefined
  readonly calls: number
  /** Answers of a fault, which are no hits. */
  readonly injected: number
  readonly rules: readonly RuleHits[]
}

interface Filter {
  readonly only: string
  readonly label: string
  readonly shows: (rule: RuleHits) => boolean
}

/** Which rules of a map are shown. */
export const filters = [
  { only: '', label: 'all', shows: () => true },
  { only: 'documented', label: 'documented', shows: ({ basis, hits }) => basis === 'documented' && hits > 0 },
  { only: 'assumed', label: 'assumed', shows: ({ basis, hits }) => basis === 'assumed' && hits > 0 },
  { only: 'never touched', label: 'never touched', shows: ({ hits }) => hits === 0 },
  {
    only: 'documented, never touched',
    label: 'documented, never touched',
    shows: ({ basis, hits }) => basis === 'documented' && hits === 0,
  },
  ...strengths.map((strength) => ({
    only: strength,
    label: `rests on ${strength.replace('-', ' ')}`,
    shows: (rule: RuleHits) => rule.strength === strength,
  })),
] as const satisfies readonly Filter[]

/** Every operation with its own rules, and last the shared ones. A hit of a shared rule does not tell which operation was called. */
export function hitsIn({ rules: inForce, coverage }: World): readonly OperationHits[] {
  const report = coverage.report(inForce)
  const hitsOf = new Map([...report.documented.rules, ...report.assumed.rules].map(({ id, hits }) => [id, hits]))
  const counts = new Map(report.operations.map((each) => [each.id, each]))
  const operations = operationsUnder(inForce)
  const shaping = rulesUnder(inForce)
  const isOwn = (rule: Rule): boolean => operations.filter((operation) => operation.rules.has(rule)).length === 1
  const own = new Set(shaping.filter(isOwn))
  const shown = (rule: Rule): RuleHits => {
    const { basis, text, source, evidence } = inForce.of(rule)
    return {
      id: rule.id,
      basis,
      text,
      source,
      strength: basis === 'assumed' ? supportOf(evidence).strength : undefined,
      hits: hitsOf.get(rule.id) ?? 0,
    }
  }
  return [
    ...operations.map((operation) => ({
      operation,
      calls: counts.get(operation.id)?.hits ?? 0,
      injected: counts.get(operation.id)?.injected ?? 0,
      rules: rulesOf(operation, inForce)
        .filter((rule) => own.has(rule))
        .map(shown),
    })),
    { operation: undefined, calls: 0, injected: 0, rules: shaping.filter((rule) => !own.has(rule)).map(shown) },
  ]
}
