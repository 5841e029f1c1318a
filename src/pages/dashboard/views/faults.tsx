import { kinds } from '../../../testing/faults/kinds.ts'
import type { ShownFault, ShownStub } from '../../../testing/faults/present.ts'
import { operationsUnder } from '../../../marketplace/routes.ts'
import { faultsOf } from '../../../control/faults.ts'
import { stubsOf } from '../../../control/stubs.ts'
import { type PageContext, pageUrl } from '../page-context.ts'
import { NameInput } from '../parts/fields.tsx'
import { counted } from '../parts/format.ts'
import { effectInWords, matchInWords, whenInWords } from './fault-words.ts'
import { Table, type TableColumns } from '../parts/list.tsx'

/** What the form offers: the examples of every kind of fault, and the two effects that are no kind. */
const effects = [
  ...kinds.flatMap(({ examples }) => examples),
  { label: '2 seconds late', effect: { latency_ms: 2000 } },
  { label: 'never answers', effect: { hang: true } },
]

const columnsIn = (context: PageContext): TableColumns<ShownFault> => [
  { head: 'Fault', cell: ({ name }) => <b>{name}</b> },
  { head: 'Requests', cell: ({ match }) => matchInWords(match) },
  { head: 'When', cell: ({ when }) => whenInWords(when) },
  {
    head: 'Does',
    cell: ({ effect }) => <span title={JSON.stringify(effect)}>{effectInWords(effect)}</span>,
  },
  { head: 'Matched', kind: 'number', cell: ({ matched }) => matched },
  {
    head: 'Fired',
    kind: 'number',
    cell: ({ name, fired, must_fire }) => (
      <>
        {fired === 0 ? fired : <a href={pageUrl(context, 'journal', { text: name })}>{fired}</a>}
        {must_fire && fired === 0 && <span class="warn"> must fire</span>}
      </>
    ),
  },
  {
    head: 'Delete',
    kind: 'action',
    cell: ({ name }) => (
      <form data-call={`DELETE faults/${name}`} data-done={`Deleted ${name}; what it held goes on.`} data-undo>
        <button class="danger" aria-label={`Delete ${name}`}>
          Delete
        </button>
      </form>
    ),
  },
]

const stubColumns: TableColumns<ShownStub> = [
  { head: 'Stub', cell: ({ name }) => name },
  { head: 'Answered', kind: 'number', cell: ({ matched }) => matched },
  { head: 'Requests', cell: ({ match }) => matchInWords(match) },
  { head: 'Answers', cell: ({ answer }) => <code>{JSON.stringify(answer)}</code> },
  {
    head: 'Delete',
    kind: 'action',
    cell: ({ name }) => (
      <form data-call={`DELETE stubs/${name}`} data-done={`Deleted ${name}.`} data-undo>
        <button class="danger" aria-label={`Delete ${name}`}>
          Delete
        </button>
      </form>
    ),
  },
]

const Stubs = ({ stubs }: { readonly stubs: readonly ShownStub[] }) => (
  <section class="panel" aria-labelledby="stubs">
    <h2 id="stubs">Stubs: answers to calls that no operation takes</h2>
    <Table label="Stubs" columns={stubColumns} items={stubs} rowId={({ name }) => `stub-${name}`} />
    <form data-call="DELETE stubs" data-done="Deleted all stubs." data-undo>
      <button class="danger">Delete all stubs</button>
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
            <Table label="Faults" columns={columnsIn(context)} items={faults} rowId={({ name }) => `fault-${name}`} />
            <form data-call="DELETE faults" data-done="Deleted all faults; what they held goes on." data-undo>
              <button class="danger">Delete all</button>
            </form>
          </>
        )}
        {delays.size > 0 && (
          <p>
            {counted(delays.size, 'request is', 'requests are')} held: until the fault is deleted, or the clock has
            passed its latency_ms. A hang without latency_ms ends with its fault only.
          </p>
        )}
      </section>
      {stubs.length > 0 && <Stubs stubs={stubs} />}
      <section class="panel" aria-labelledby="add-fault">
        <h2 id="add-fault">Add a fault</h2>
        <form data-call="POST faults" data-done="The fault is in force." class="fields">
          <label>
            Name
            <NameInput id="fault-name" taken={faults.map(({ name }) => name)} />
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
          <button class="primary">Add</button>
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
