import { keysOfRows } from '../import/captured-answers.ts'
import type { Claim, ShownAnswer, ShownRow } from '../kernel/claim.ts'
import { isObject } from '../kernel/object.ts'
import type { Operation } from '../kernel/operation.ts'
import { type RulesInForce, usualName } from '../kernel/rules-in-force.ts'
import { claims } from '../marketplace/claims.ts'
import { shallowJson } from '../testing/journal/redact.ts'
import type { Exchange } from './exchange.ts'
import { type Note, unlike } from './verdicts.ts'

/** An answer as claims look at it. */
export const shownAnswer = (
  { id: operation }: Operation,
  body: unknown,
  asked?: Pick<Exchange, 'path' | 'query' | 'sent'>,
): ShownAnswer => {
  const [, id] = /\/(\d+)\/?$/.exec(asked?.path ?? '') ?? []
  return {
    operation,
    id: id === undefined ? undefined : Number(id),
    query: new URLSearchParams(asked?.query),
    sent: asked?.sent === undefined ? undefined : shallowJson(asked.sent),
    isAsked: asked !== undefined,
    body,
    rows: rowsIn(body),
  }
}

function rowsIn(body: unknown): readonly ShownRow[] {
  if (Array.isArray(body)) return body.filter(isObject)
  return isObject(body) ? keysOfRows.flatMap((key) => body[key] ?? []).filter(isObject) : []
}

/** What an answer shows of the rules that state something of its values. */
export function notesOnClaims(
  answer: ShownAnswer,
  earlier: readonly ShownAnswer[],
  rules: RulesInForce,
): readonly Note[] {
  const ofOperation = claims.filter(({ of }) => of.includes(answer.operation))
  return ofOperation.flatMap((claim): readonly Note[] => {
    const { rule, says } = claim
    if (underOf(claim) !== nameInForce(claim, rules)) return []
    const holds = claim.holds(answer, earlier)
    if (holds === undefined) return []
    if (holds) return [{ about: rule }]
    const other = ofOperation.find(
      (each) => each.rule === rule && underOf(each) !== underOf(claim) && each.holds(answer, earlier) === true,
    )
    return [
      {
        about: rule,
        differences: [unlike(answer.operation, says, other === undefined ? 'otherwise' : other.says)],
        ...(other !== undefined && { suggested: underOf(other) }),
      },
    ]
  })
}

const underOf = ({ under, rule }: Claim): string => under ?? usualName(rule)

/** The alternative in force. Another value or status leaves what the rule states. */
function nameInForce({ rule }: Claim, rules: RulesInForce): string {
  const { choice } = rules.of(rule)
  const name = typeof choice === 'object' ? choice.choice : choice
  return name ?? usualName(rule)
}
