import { describeEvidence } from '../../../../kernel/evidence.ts'
import type { Rule } from '../../../../kernel/rule.ts'
import { alternativesOf, usualName } from '../../../../kernel/rules-in-force.ts'
import { operations, rules } from '../../../../marketplace/routes.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { counted, grouped } from '../../parts/format.ts'
import { Prose } from '../../parts/prose.tsx'
import { RuleLink } from '../../parts/rule-link.tsx'
import { Basis } from '../../parts/text.tsx'
import { Touch } from './touch.tsx'

const MAX_EXCHANGES = 20

type RuleDetailsProps = { readonly context: PageContext; readonly rule: Rule }

/** What a rule says and rests on, where it applies, the exchanges that it shaped, and how to touch it. */
const RuleDetails = ({ context, rule }: RuleDetailsProps) => {
  const { rules: inForce, coverage } = context.world
  const { basis, text, source, status, error } = inForce.of(rule)
  const report = coverage.report(inForce)
  const hits = [...report.documented.rules, ...report.assumed.rules].find(({ id }) => id === rule.id)?.hits ?? 0
  const applying = operations.filter((operation) => operation.rules.has(rule))
  return (
    <>
      <h2>{rule.id}</h2>
      <p class="rule-text">
        <Prose text={text} />
      </p>
      <dl class="facts">
        <dt>Basis</dt>
        <dd>
          <Basis basis={basis} />
        </dd>
        <dt>{basis === 'documented' ? 'Section' : 'Evidence'}</dt>
        <dd>
          <Prose text={source} />
        </dd>
        {status !== undefined && (
          <>
            <dt>Refuses with</dt>
            <dd>
              <span class={`status s${String(status)[0]}`}>{status}</span> <code>{error}</code>
            </dd>
          </>
        )}
        {rule.restsOn !== undefined && (
          <>
            <dt>Rests on</dt>
            <dd>
              <Links context={context} ids={rule.restsOn.map(({ id }) => id)} />
            </dd>
          </>
        )}
        <dt>Operations</dt>
        <dd>
          {applying.length === operations.length
            ? 'all'
            : applying.length === 0
              ? 'none: it answers what no operation takes'
              : applying.map(({ id }) => id).join(', ')}
        </dd>
      </dl>
      <Alternatives rule={rule} context={context} />
      <Exchanges context={context} id={rule.id} hits={hits} />
      <Touch context={context} rule={rule.id} />
    </>
  )
}

const Links = ({ context, ids }: { readonly context: PageContext; readonly ids: readonly string[] }) => (
  <ul class="plain">
    {ids.map((id) => (
      <li>
        <RuleLink context={context} id={id} />
      </li>
    ))}
  </ul>
)

/** The other forms that the rule may take. */
const Alternatives = ({ context, rule }: RuleDetailsProps) => {
  const { choice = usualName(rule) } = context.world.rules.of(rule)
  const others = Object.entries(alternativesOf(rule)).filter(([name]) => name !== choice)
  return others.length === 0 ? null : (
    <>
      <h3>What else may be chosen</h3>
      <ul class="plain">
        {others.map(([name, { text, evidence }]) => (
          <li>
            <code>{name}</code>: <Prose text={text} />{' '}
            <span class="quiet">
              <Prose text={describeEvidence(evidence)} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

type ExchangesProps = { readonly context: PageContext; readonly id: string; readonly hits: number }

const Exchanges = ({ context, id, hits }: ExchangesProps) => {
  const exchanges = context.world.journal.entries().filter(({ rules: named }) => named.includes(id))
  return (
    <>
      <h3>{hits === 0 ? 'Never touched' : `Touched ${grouped(hits)}×`}</h3>
      {exchanges.length === 0 ? (
        <p class="quiet">No exchange of the journal names it.</p>
      ) : (
        <ul class="plain">
          {exchanges
            .slice(-MAX_EXCHANGES)
            .toReversed()
            .map(({ id: number, method, path, status }) => (
              <li>
                <a href={pageUrl(context, 'journal', { exchange: number })}>
                  #{number} {method} {path}
                </a>{' '}
                <span class={`status s${Math.trunc(status / 100)}`}>{status === 0 ? 'lost' : status}</span>
              </li>
            ))}
        </ul>
      )}
      {exchanges.length > MAX_EXCHANGES && (
        <p class="quiet">
          The latest {MAX_EXCHANGES} of {counted(exchanges.length, 'exchange', 'exchanges')}.
        </p>
      )}
    </>
  )
}

type OpenRuleProps = { readonly context: PageContext; readonly id: string }

/** The rule of that id with its details, or that there is none. */
export const OpenRule = ({ context, id }: OpenRuleProps) => {
  const rule = rules.find((each) => each.id === id)
  if (rule !== undefined) return <RuleDetails context={context} rule={rule} />
  return (
    <p>
      There is no rule <code>{id}</code>. <a href={pageUrl(context, 'coverage')}>All rules</a>
    </p>
  )
}
