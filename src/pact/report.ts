import type { ShownExchange } from '../testing/journal/present-exchange.ts'
import type { WitnessedInteraction } from './witness.ts'
import { rulesById } from '../marketplace/rule-id.ts'

/** An interaction that failed, and what was answered to it. */
interface FailedInteraction extends Readonly<WitnessedInteraction> {
  readonly description: string
  /** Its failure is shown, and fails nothing. */
  readonly isPending: boolean
}

/** Which rules answered where a pact does not hold: what the contract documents, and what was assumed. */
export const pactReport = (failed: readonly FailedInteraction[]): string =>
  failed.map((each) => [title(each), ...reasons(each), ''].join('\n')).join('\n')

const title = ({ description, states, isPending }: FailedInteraction): string => {
  const given = states.filter((state) => state !== '')
  return `${isPending ? 'PENDING' : 'FAILED '} ${description}${given.length === 0 ? '' : `, given ${given.join(' and ')}`}`
}

function reasons({ refusal, exchanges }: FailedInteraction): readonly string[] {
  if (refusal !== undefined) return [`  ${refusal}`]
  if (exchanges.length === 0) return ['  no request of it reached an operation']
  return exchanges.flatMap(responseOf)
}

const responseOf = ({ request, response, basis, rules: applied, hint, fault }: ShownExchange): readonly string[] => [
  `  ${request.method} ${request.path} ${response.status === 0 ? 'got no answer' : `answered ${response.status}`}, ${basis}${fault === null ? '' : ` by the fault ${fault.name}`}`,
  ...(response.status === 0 ? ['    The fault removes the answer, so there is nothing to compare.'] : []),
  ...applied.flatMap((id) => {
    const rule = rulesById.get(id)
    return rule === undefined ? [] : [`    ${rule.basis.padEnd(10)}  ${id}: ${rule.text} [${rule.source}]`]
  }),
  ...(hint === null ? [] : [`    hint        ${hint}`]),
]
