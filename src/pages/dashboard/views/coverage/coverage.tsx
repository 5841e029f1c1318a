import type { Operation } from '../../../kernel/operation.ts'
import type { Rule } from '../../../kernel/rule.ts'
import { type RulesInForce, usualName } from '../../../kernel/rules-in-force.ts'
import { operationsUnder, rules as allRules, rulesOf, rulesUnder } from '../../../marketplace/routes.ts'
import { type PageContext, pageUrl } from '../page-context.ts'
import { grouped } from '../parts/format.ts'
import { ListLink } from '../parts/list.tsx'

const filters = ['documented', 'assumed', 'never touched'] as const

/** Every operation with its rules, and how often each was exercised. */
export const Coverage = ({ context }: { readonly context: PageContext }) => {
  const { rules: inForce, coverage } = context.world
  const report = coverage.report(inForce)
  const operations = operationsUnder(inForce)
  const own = ownRules(inForce)
  const hitsOf = new Map([...report.documented.rules, ...report.assumed.rules].map(({ id, hits }) => [id, hits]))
  const callsOf = new Map(report.operations.map(({ id, hits }) => [id, hits]))
  const only = context.query['only'] ?? ''
  return (
    <>
      <p>
        Documented rules touched: <b>{report.documented.touched}</b> of {report.documented.total}. Assumed:{' '}
        <b>{report.assumed.touched}</b> of {report.assumed.total}. Injected answers: <b>{report.injected.answers}</b>.
        Requests that are no operation: <b>{report.unmatched.requests}</b>.
      </p>
      <nav class="tabs" aria-label="Which rules">
        <ListLink href={pageUrl(context, 'coverage')} isCurrent={only === ''}>
          all
        </ListLink>
        {filters.map((filter) => (
          <ListLink href={pageUrl(context, 'coverage', { only: filter })} isCurrent={only === filter}>
            {filter}
          </ListLink>
        ))}
      </nav>
      <ChosenRules inForce={inForce} />
      <div class="map">
        {operations.map((operation) => (
          <Cell
            operation={operation}
            calls={callsOf.get(operation.id) ?? 0}
            own={own}
            hitsOf={hitsOf}
            only={only}
            inForce={inForce}
          />
        ))}
        <section class="cell" aria-labelledby="shared-rules">
          <h2 id="shared-rules">Several operations, or none</h2>
          <p class="quiet">Keys, limits, bodies, unknown paths: hits wherever they were.</p>
          <Rules
            rules={rulesUnder(inForce).filter((rule) => !own.has(rule))}
            hitsOf={hitsOf}
            only={only}
            inForce={inForce}
          />
        </section>
      </div>
    </>
  )
}

/** The rules of which another form holds than the contract or the first guess has. */
const ChosenRules = ({ inForce }: { readonly inForce: RulesInForce }) => {
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
            <code>{id}</code> <b>{typeof choice === 'string' ? choice : JSON.stringify(choice)}</b>: {text}{' '}
            <span class="quiet">({source})</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** More are folded away. */
const MAX_CHOSEN_SHOWN = 10

/** Rules of a single operation. A hit of a rule that several share does not tell which of them was called. */
function ownRules(inForce: RulesInForce): ReadonlySet<Rule> {
  const operations = operationsUnder(inForce)
  return new Set(
    rulesUnder(inForce).filter((rule) => operations.filter((operation) => operation.rules.has(rule)).length === 1),
  )
}

type RulesProps = {
  readonly rules: readonly Rule[]
  readonly hitsOf: ReadonlyMap<string, number>
  readonly only: string
  readonly inForce: RulesInForce
}

type CellProps = Omit<RulesProps, 'rules'> & {
  readonly operation: Operation
  readonly calls: number
  readonly own: ReadonlySet<Rule>
}

const Cell = ({ operation, calls, own, hitsOf, only, inForce }: CellProps) => (
  <section class={calls === 0 ? 'cell untouched' : 'cell'} aria-labelledby={`cell-${operation.id}`}>
    <h2 id={`cell-${operation.id}`}>
      {operation.id} <span class="quiet">{calls === 0 ? 'never called' : `${grouped(calls)} answered`}</span>
    </h2>
    <p class="quiet">
      {operation.method} {operation.path}
    </p>
    <Rules
      rules={rulesOf(operation, inForce).filter((rule) => own.has(rule))}
      hitsOf={hitsOf}
      only={only}
      inForce={inForce}
    />
  </section>
)

const Rules = ({ rules, hitsOf, only, inForce }: RulesProps) => (
  <ul class="plain touched">
    {rules
      .map((rule) => ({ id: rule.id, form: inForce.of(rule), hits: hitsOf.get(rule.id) ?? 0 }))
      .filter(({ form, hits }) => only === '' || only === (hits === 0 ? 'never touched' : form.basis))
      .map(({ id, form: { basis, text, source }, hits }) => (
        <li>
          <details id={`rule-${id}`} class={`rule ${hits === 0 ? 'never' : basis}`}>
            <summary>
              <code>{id}</code>{' '}
              <span class="state">{hits === 0 ? `${basis}, never touched` : `${basis}, ${grouped(hits)}×`}</span>
            </summary>
            <p>
              {text} <span class="quiet">({source})</span>
            </p>
          </details>
        </li>
      ))}
  </ul>
)
