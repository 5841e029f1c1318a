import { kinds } from '../../../testing/faults/kinds.ts'
import type { ShownFault } from '../../../testing/faults/present.ts'
import type { ShownStub } from '../../../testing/stubs/present.ts'
import { operationsUnder } from '../../../marketplace/routes.ts'
import { faultsOf } from '../../../control/faults.ts'
import { stubsOf } from '../../../control/stubs.ts'
import type { PageContext } from '../page-context.ts'
import { NameInput } from '../parts/fields.tsx'
import { counted } from '../parts/format.ts'
import { Table, type TableColumns } from '../parts/list.tsx'

/** What the form offers: the examples of every kind of fault, and the two effects that are no kind. */
const effects = [
  ...kinds.flatMap(({ examples }) => examples),
  { label: '2 seconds late', effect: { latency_ms: 2000 } },
  { label: 'never answers', effect: { hang: true } },
]

const columns: TableColumns<ShownFault> = [
  { head: 'Fault', cell: ({ name }) => name },
  { head: 'Matched', kind: 'number', cell: ({ matched }) => matched },
  {
    head: 'Fired',
    kind: 'number',
    cell: ({ fired, must_fire }) => (
      <>
        {fired}
        {must_fire && fired === 0 && <span class="warn"> must fire</span>}
      </>
    ),
  },
  {
    head: 'Meets',
    cell: ({ match, when }) => (
      <>
        <code>{Object.keys(match).length === 0 ? 'everything' : JSON.stringify(match)}</code>{' '}
        {Object.keys(when).length > 0 && <code>{JSON.stringify(when)}</code>}
      </>
    ),
  },
  { head: 'Does', cell: ({ effect }) => <code>{JSON.stringify(effect ?? 'in turn')}</code> },
  {
    head: 'Remove',
    kind: 'action',
    cell: ({ name }) => (
      <form data-call={`DELETE faults/${name}`} data-done={`${name} is gone; what it held goes on.`}>
        <button aria-label={`Remove ${name}`}>Remove</button>
      </form>
    ),
  },
]

const stubColumns: TableColumns<ShownStub> = [
  { head: 'Stub', cell: ({ name }) => name },
  { head: 'Answered', kind: 'number', cell: ({ matched }) => matched },
  { head: 'Meets', cell: ({ match }) => <code>{JSON.stringify(match)}</code> },
  { head: 'Answers', cell: ({ answer }) => <code>{JSON.stringify(answer)}</code> },
  {
    head: 'Remove',
    kind: 'action',
    cell: ({ name }) => (
      <form data-call={`DELETE stubs/${name}`} data-done={`${name} is gone.`}>
        <button aria-label={`Remove ${name}`}>Remove</button>
      </form>
    ),
  },
]

const Stubs = ({ stubs }: { readonly stubs: readonly ShownStub[] }) => (
  <section class="panel" aria-labelledby="stubs">
    <h2 id="stubs">Stubs: answers to calls that no operation takes</h2>
    <Table label="Stubs" columns={stubColumns} items={stubs} rowId={({ name }) => `stub-${name}`} />
    <form data-call="DELETE stubs" data-done="No stubs any more.">
      <button>Remove all stubs</button>
    </form>
  </section>
)

/** The faults with their hits, and forms to add more; the stubs. */
export const Faults = ({ context }: { readonly context: PageContext }) => {
  const faults = faultsOf(context.sandbox)
  const stubs = stubsOf(context.sandbox)
  const { delays } = context.world
  return (
    <>
      <section class="panel" aria-label="Active faults">
        {faults.length === 0 ? (
          <p>No faults: every answer is the simulated service's own.</p>
        ) : (
          <>
            <Table label="Faults" columns={columns} items={faults} rowId={({ name }) => `fault-${name}`} />
            <form data-call="DELETE faults" data-done="No faults any more; what they held goes on.">
              <button>Remove all</button>
            </form>
          </>
        )}
        {delays.size > 0 && (
          <p>
            {counted(delays.size, 'request is', 'requests are')} held. Removing the fault lets go, and so does the clock
            when latency_ms have passed. A hang without latency_ms is not ended by the clock.
          </p>
        )}
      </section>
      {stubs.length > 0 && <Stubs stubs={stubs} />}
      <section class="panel" aria-labelledby="add-fault">
        <h2 id="add-fault">Add a fault</h2>
        <form data-call="POST faults" data-done="The fault is in force." class="fields">
          <label>
            Name
            <NameInput id="fault-name" />
          </label>
          <label>
            Operation
            <select name="match.operation" id="fault-operation">
              <option value="">any</option>
              {operationsUnder(context.world.rules).map(({ id }) => (
                <option value={id}>{id}</option>
              ))}
            </select>
          </label>
          <label>
            Effect
            <select name="effect" data-type="json" id="fault-effect">
              {effects.map(({ label, effect }) => (
                <option value={JSON.stringify(effect)}>{label}</option>
              ))}
            </select>
          </label>
          <label>
            How often
            <input name="when.times" data-type="number" type="number" min="1" placeholder="always" id="fault-times" />
          </label>
          <button>Add</button>
        </form>
        <details id="fault-as-json">
          <summary>As JSON</summary>
          <form data-call="POST faults" data-done="The fault is in force." class="edit">
            <label for="fault-json">One fault as a scenario writes it: name, match, when, effect, must_fire</label>
            <textarea id="fault-json" name="." data-type="json" rows={8} spellcheck={false}>
              {JSON.stringify(
                {
                  name: 'every-third',
                  match: { operation: 'templates.search' },
                  when: { every: 3 },
                  effect: { status: 500 },
                },
                null,
                2,
              )}
            </textarea>
            <button>Add</button>
          </form>
        </details>
      </section>
    </>
  )
}
