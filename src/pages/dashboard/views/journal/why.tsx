import { supportOf } from '../../../../kernel/evidence.ts'
import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { counted } from '../../parts/format.ts'
import { Prose } from '../../parts/prose.tsx'
import { RuleLink } from '../../parts/rule-link.tsx'
import { Basis } from '../../parts/text.tsx'
import { isOfEveryRequest, ruleIn } from './reason.ts'

type WhyProps = { readonly context: PageContext; readonly exchange: Exchange }

/** The rules that shaped the answer; those of every request are folded. */
export const Why = ({ context, exchange }: WhyProps) => {
  const { rules, fault, stub } = exchange
  const own = rules.filter((id) => !isOfEveryRequest(id))
  const common = rules.filter(isOfEveryRequest)
  return (
    <>
      {fault !== null && (
        <p>
          Fault <a href={pageUrl(context, 'faults')}>{fault.name}</a>: {fault.effect}, {fault.outcome};{' '}
          {stub === undefined ? 'the operation' : 'the response of the stub'}{' '}
          {fault.happened ? 'took place' : 'did not take place'}
        </p>
      )}
      {stub !== undefined && (
        <p>
          Stub <a href={pageUrl(context, 'faults')}>{stub}</a>
        </p>
      )}
      <Rules ids={own} context={context} />
      {own.length === 0 && <p class="quiet">No rule of the operation itself shaped it.</p>}
      {common.length > 0 && (
        <details id="common-rules" class="common">
          <summary>{counted(common.length, 'rule of all operations', 'rules of all operations')}</summary>
          <Rules ids={common} context={context} />
        </details>
      )}
    </>
  )
}

const Rules = ({ ids, context }: { readonly ids: readonly string[]; readonly context: PageContext }) => (
  <ul class="plain rules">
    {ids.map((id) => {
      const rule = ruleIn(context.world.rules, id)
      return (
        <li>
          <span class="line">
            <Basis
              basis={rule?.basis ?? 'injected'}
              strength={rule?.basis === 'assumed' ? supportOf(rule.evidence).strength : undefined}
            />{' '}
            {rule === undefined ? <code>{id}</code> : <RuleLink context={context} id={id} />}
          </span>
          {rule !== undefined && (
            <p>
              <Prose text={rule.text} />{' '}
              <span class="quiet source">
                <Prose text={rule.source} />
              </span>
            </p>
          )}
        </li>
      )
    })}
  </ul>
)
