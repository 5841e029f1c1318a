import type { ReferenceContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { EntryList } from './entry-list.tsx'

type ControlOverviewProps = { readonly context: ReferenceContext; readonly entries: readonly Entry[] }

/** What a test does to a sandbox. */
export const ControlOverview = ({ context, entries }: ControlOverviewProps) => (
  <article class="prose">
    <h1>Control API</h1>
    <p class="lead">
      {entries.length} calls that a test steers this simulator with, and reads what came of it. The service that is
      simulated has none of them.
    </p>
    <dl class="facts start">
      <dt>Address</dt>
      <dd>
        <code>{context.base}/_sim</code>
      </dd>
      <dt>Token</dt>
      <dd>
        {context.options.access.hasToken
          ? 'Each call needs the value of --control-token, or the session of the dashboard.'
          : 'None is needed here; --control-token asks for one.'}
      </dd>
      <dt>Refusals</dt>
      <dd>Where a call cannot be carried out, nothing has changed.</dd>
    </dl>
    <EntryList context={context} entries={entries} />
    <p class="quiet">
      <a href={`${context.root}_sim/openapi.json`}>The same as OpenAPI 3.1</a>
    </p>
  </article>
)
