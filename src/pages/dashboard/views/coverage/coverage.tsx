import { requested } from '../../../../report/words.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { grouped } from '../../parts/format.ts'
import { Detail, ListLink } from '../../parts/list.tsx'
import { ChosenRules } from './chosen-rules.tsx'
import { filters, hitsIn, type OperationHits, type RuleHits } from './rule-hits.ts'
import { OpenRule } from './rule-details.tsx'

/** Every operation with a square for each of its rules: documented, assumed, or not touched. */
export const Coverage = ({ context }: { readonly context: PageContext }) => {
  const { query, world } = context
  const all = hitsIn(world)
  const rules = all.flatMap((each) => each.rules)
  const { only, shows } = filters.find((each) => each.only === query['only']) ?? filters[0]
  const opened = query['rule']
  const to = (rule?: string) => pageUrl(context, 'coverage', { only, rule })
  const { injected, unmatched } = world.coverage.report(world.rules)
  return (
    <div class={opened === undefined ? 'split' : 'split has-detail'}>
      <section class="master" aria-label="Map">
        <div class="meters">
          <Meter label="documented" rules={rules.filter(({ basis }) => basis === 'documented')} />
          <Meter label="assumed" rules={rules.filter(({ basis }) => basis === 'assumed')} />
          <p class="quiet">
            {grouped(injected.answers)} injected, {grouped(unmatched.requests)} requests of no operation
          </p>
        </div>
        <nav class="tabs" aria-label="Which rules">
          {filters.map((filter) => (
            <ListLink href={pageUrl(context, 'coverage', { only: filter.only })} isCurrent={only === filter.only}>
              {filter.label} <span class="badge">{rules.filter(filter.shows).length}</span>
            </ListLink>
          ))}
        </nav>
        <ChosenRules context={context} />
        {only === '' ? (
          <>
            <Legend />
            <div class="map">
              {all.map((each) => (
                <Squares hits={each} to={to} opened={opened} />
              ))}
            </div>
          </>
        ) : (
          all.map((each) => <Texts hits={each} shown={each.rules.filter(shows)} to={to} opened={opened} />)
        )}
      </section>
      {opened !== undefined && (
        <Detail label={opened} close={to()}>
          <OpenRule context={context} id={opened} />
        </Detail>
      )}
    </div>
  )
}

const Legend = () => (
  <p class="legend">
    <i class="square documented hit" aria-hidden="true" /> <span>documented</span>
    <i class="square assumed hit" aria-hidden="true" /> <span>assumed</span>
    <i class="square documented untouched" aria-hidden="true" />
    <i class="square assumed untouched" aria-hidden="true" /> <span>not touched yet</span>
  </p>
)

const Meter = ({ label, rules }: { readonly label: string; readonly rules: readonly RuleHits[] }) => {
  const touched = rules.filter(({ hits }) => hits > 0).length
  const percent = Math.floor((100 * touched) / Math.max(1, rules.length))
  return (
    <div class={`meter ${label}`}>
      <p>
        <b>{percent} %</b> {label}{' '}
        <span class="quiet">
          {touched} of {rules.length} rules
        </span>
      </p>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="6" rx="1" class="all" />
        <rect width={percent} height="6" rx="1" />
      </svg>
    </div>
  )
}

type RowProps = {
  readonly hits: OperationHits
  readonly to: (rule: string) => string
  /** The id of the rule that is open. */
  readonly opened: string | undefined
}

const Head = ({ hits: { operation, calls, injected } }: Pick<RowProps, 'hits'>) => (
  <h2 id={`cell-${operation?.id ?? 'shared'}`} title={operation && `${operation.method} ${operation.path}`}>
    {operation?.id ?? 'shared rules'}{' '}
    <span class="quiet">
      {operation &&
        requested({ hits: calls, injected }, (count) => (count === 0 ? 'never called' : `${grouped(count)}×`))}
    </span>
  </h2>
)

const times = (hits: number): string => (hits === 0 ? 'never touched' : `${grouped(hits)}×`)

const stateOf = ({ basis, strength, hits }: RuleHits): string =>
  `${strength === undefined ? basis : `${basis} (${strength.replace('-', ' ')})`}, ${times(hits)}`

const Squares = ({ hits, to, opened }: RowProps) => (
  <section class="cell" aria-labelledby={`cell-${hits.operation?.id ?? 'shared'}`}>
    <Head hits={hits} />
    <ul class="squares plain">
      {hits.rules.map((rule) => (
        <li id={`rule-${rule.id}`} class={rule.id === opened ? 'open' : undefined}>
          <a
            href={to(rule.id)}
            data-soft
            class={`square ${rule.basis} ${rule.hits === 0 ? 'untouched' : 'hit'}`}
            aria-label={`${rule.id}: ${stateOf(rule)}. ${rule.text}`}
            aria-current={rule.id === opened ? 'true' : undefined}
          />
        </li>
      ))}
    </ul>
  </section>
)

const Texts = ({ hits, shown, to, opened }: RowProps & { readonly shown: readonly RuleHits[] }) =>
  shown.length === 0 ? null : (
    <section class="listed" aria-labelledby={`cell-${hits.operation?.id ?? 'shared'}`}>
      <Head hits={hits} />
      <ul class="plain touched">
        {shown.map((rule) => (
          <li id={`rule-${rule.id}`} class={rule.id === opened ? 'open' : undefined}>
            <a href={to(rule.id)} data-soft aria-current={rule.id === opened ? 'true' : undefined}>
              {rule.id}
            </a>{' '}
            <span class={`state ${rule.hits === 0 ? 'quiet' : rule.basis}`}>{stateOf(rule)}</span>
            <p>{rule.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
