import { mergedChoices } from '../../../marketplace/rule-choices.ts'
import { chosenIn } from '../../../sandbox/world-config.ts'
import { type PageContext, pageUrl } from '../page-context.ts'
import { counted } from '../parts/format.ts'

/** What the sandbox answers by: the scenario, what overrules the contract, and faults. */
export const InForce = ({ context }: { readonly context: PageContext }) => {
  const { config } = context.world
  const faults = context.world.faults.names().length
  return (
    <dl class="in-force">
      <div>
        <dt>Scenario</dt>
        <dd>
          <a href={`${pageUrl(context, 'faults')}#scenarios`}>{config.scenario?.name ?? 'none'}</a>
        </dd>
      </div>
      <Dialect context={context} />
      {faults > 0 && (
        <div class="loud">
          <dt class="unseen">Active</dt>
          <dd>
            <a href={pageUrl(context, 'faults')}>⚡ {counted(faults, 'fault', 'faults')}</a>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The dialect, and how many rules are overruled: shown where the contract alone does not say what is answered. */
const Dialect = ({ context }: { readonly context: PageContext }) => {
  const { rules, config } = context.world
  const overruled = Object.keys(mergedChoices(chosenIn(config))).length
  return rules.dialect === 'documented' && overruled === 0 ? null : (
    <div class="other">
      <dt>Dialect</dt>
      <dd>
        <a href={`${pageUrl(context, 'coverage')}#chosen`}>
          {rules.dialect}
          {overruled > 0 && `, ${overruled} overruled`}
        </a>
      </dd>
    </div>
  )
}
