import { publishedKeys } from '../../../testing/fixtures/keys.ts'
import { Basis } from '../../dashboard/parts/text.tsx'
import { docsUrl, type ReferenceContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { EntryList } from './entry-list.tsx'

type OverviewProps = { readonly context: ReferenceContext; readonly entries: readonly Entry[] }

/** What the simulated interface is, and all that it has. */
export const Overview = ({ context, entries }: OverviewProps) => {
  const keys = publishedKeys(context.world.tables.users.values())
  return (
    <article class="prose">
      <h1>Compute Rental Marketplace API, simulated</h1>
      <p class="lead">
        {entries.length} operations in the dialect <b>{context.dialect}</b>. Each has a page with its parameters,
        answers and rules, and a request that can be sent as it stands.
      </p>
      <dl class="facts start">
        <dt>Address</dt>
        <dd>
          <code>{context.base}/api/v0</code>
        </dd>
        <dt>Key</dt>
        <dd>
          {keys.length === 0 ? (
            'No key is filled in: keys of your own fixtures are never sent to a page.'
          ) : (
            <>
              <code>Authorization: Bearer {keys[0]?.key}</code>
              {keys.length > 1 && (
                <span class="quiet">
                  {' '}
                  or{' '}
                  {keys
                    .slice(1)
                    .map(({ key }) => key)
                    .join(', ')}
                </span>
              )}
            </>
          )}
        </dd>
        <dt>Answers say</dt>
        <dd>
          <dl class="facts says">
            <dt>
              <code>X-Sim-Basis</code>
            </dt>
            <dd>
              <Basis basis="documented" /> by the contract, <Basis basis="assumed" /> where it is silent,{' '}
              <Basis basis="injected" /> by a fault
            </dd>
            <dt>
              <code>X-Sim-Rules</code>
            </dt>
            <dd>the rules that shaped the answer; each stands on the page of its operation</dd>
            <dt>
              <code>X-Sim-Exchange</code>
            </dt>
            <dd>
              its number in the <a href={`${context.root}_sim/ui/journal`}>journal</a>
            </dd>
            <dt>
              <code>X-Sim-Hint</code>
            </dt>
            <dd>what is probably wrong with the request</dd>
          </dl>
        </dd>
        <dt>Units</dt>
        <dd>Prices are in $, sizes in GB and times in Unix seconds unless a field says otherwise.</dd>
      </dl>
      <EntryList context={context} entries={entries} />
      <p class="quiet">
        <a href={docsUrl(context, 'control')}>Control API</a> ·{' '}
        <a href={`${context.root}openapi.json`}>The same as OpenAPI 3.1</a>
      </p>
    </article>
  )
}
