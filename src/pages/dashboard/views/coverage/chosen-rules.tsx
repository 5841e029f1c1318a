import { usualName } from '../../../../kernel/rules-in-force.ts'
import { rules as allRules } from '../../../../marketplace/routes.ts'
import type { PageContext } from '../../page-context.ts'
import { RuleLink } from '../../parts/rule-link.tsx'

/** More are folded away. */
const MAX_CHOSEN_SHOWN = 10

/** The rules of which another form holds than the contract or the first guess has. */
export const ChosenRules = ({ context }: { readonly context: PageContext }) => {
  const { rules: inForce } = context.world
  const chosen = allRules
    .map((rule) => ({ rule, form: inForce.of(rule) }))
    .filter(({ rule, form }) => form.choice !== undefined && form.choice !== usualName(rule))
  return chosen.length === 0 ? null : (
    <details id="chosen" open={chosen.length <= MAX_CHOSEN_SHOWN}>
      <summary>
        {chosen.length} rules are chosen (dialect {inForce.dialect})
      </summary>
      <ul class="plain">
        {chosen.map(({ rule: { id }, form: { choice, text, source } }) => (
          <li>
            <RuleLink context={context} id={id} /> <b>{typeof choice === 'string' ? choice : JSON.stringify(choice)}</b>
            : {text} <span class="quiet">({source})</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
