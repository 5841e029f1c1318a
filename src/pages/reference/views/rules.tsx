import { isChoice, type Rule, withFoundations } from '../../../kernel/rule.ts'
import { alternativesOf, type RulesInForce, usualName } from '../../../kernel/rules-in-force.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { refusalsOf } from '../../../contract/refusal-schemas.ts'
import { rulesOf } from '../../../marketplace/routes.ts'
import { Prose } from '../../dashboard/parts/prose.tsx'
import { Basis } from '../../dashboard/parts/text.tsx'
import { isOfEveryRequest } from '../../dashboard/views/journal/reason.ts'
import type { ReferenceContext } from '../context.ts'

/** The rules of an operation that refuse with a status. */
export const refusalsWith = (operation: Operation, status: string, inForce: RulesInForce): readonly Rule[] =>
  refusalsOf(operation, inForce).filter((rule) => String(inForce.of(rule).status) === status)

const isOwn = ({ id }: Rule, operation: Operation): boolean => id.startsWith(`${operation.id}.`)

/** What an operation does, in the words of its first documented rule that is about more than the status. */
export function effectOf(operation: Operation, inForce: RulesInForce): string | undefined {
  const rule = rulesOf(operation, inForce).find((each) => {
    const { basis, status } = inForce.of(each)
    return basis === 'documented' && status === undefined && isOwn(each, operation) && !each.id.endsWith('.statuses')
  })
  return rule && inForce.of(rule).text
}

type RulesProps = { readonly context: ReferenceContext; readonly operation: Operation }

/** The rules of an operation that refuse nothing, those of every request folded. */
export const ShapingRules = ({ context, operation }: RulesProps) => {
  const { inForce } = context
  const refusals = new Set(refusalsOf(operation, inForce))
  const all = new Set([...rulesOf(operation, inForce), ...[...refusals].flatMap(withFoundations)])
  const shaping = [...all].filter((rule) => !refusals.has(rule))
  const common = shaping.filter(({ id }) => isOfEveryRequest(id))
  const others = shaping.filter((rule) => !common.includes(rule) && !isOwn(rule, operation))
  return (
    <section>
      <h2 id="rules">Rules</h2>
      <RuleList context={context} rules={[...shaping.filter((rule) => isOwn(rule, operation)), ...others]} />
      {common.length > 0 && (
        <details class="common">
          <summary>{common.length} rules of every request</summary>
          <RuleList context={context} rules={common} isCommon />
        </details>
      )}
    </section>
  )
}

type RuleListProps = {
  readonly context: ReferenceContext
  readonly rules: readonly Rule[]
  readonly isCommon?: boolean
}

/** Rules with their texts and sources; each has an address. */
export const RuleList = ({ context, rules, isCommon = false }: RuleListProps) => (
  <ul class="plain rules">
    {rules.map((rule) => (
      <li id={rule.id} data-common={isCommon ? 'true' : undefined}>
        <RuleText context={context} rule={rule} />
      </li>
    ))}
  </ul>
)

const RuleText = ({ context, rule }: { readonly context: ReferenceContext; readonly rule: Rule }) => {
  const { id, restsOn = [] } = rule
  const { basis, text, source, error } = context.inForce.of(rule)
  const names = [...new Set([usualName(rule), ...Object.keys(alternativesOf(rule))])]
  return (
    <>
      <p class="rule-head">
        {error !== undefined && <code class="error">{error}</code>} <Basis basis={basis} />{' '}
        <a href={`#${id}`}>
          <code>{id}</code>
        </a>
      </p>
      <p class="text">
        <Prose text={text} />
      </p>
      <p class="quiet source">
        <Prose text={source} />
        {restsOn.map((other) => (
          <>
            {' · '}
            rests on <a href={`#${other.id}`}>{other.id}</a>
          </>
        ))}
        {(names.length > 1 || isChoice(rule)) && <> · may be chosen: {names.join(', ')}</>}
      </p>
    </>
  )
}
