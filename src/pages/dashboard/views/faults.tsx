import { kinds } from '../../../testing/faults/kinds.ts'
import type { ShownFault } from '../../../testing/faults/present.ts'
import { operations } from '../../../marketplace/routes.ts'
import { faultsOf } from '../../../control/faults.ts'
import type { Look } from '../page-context.ts'

const effects = [
  ...kinds.flatMap(({ examples }) => examples),
  { label: '2 seconds late', effect: { latency_ms: 2000 } },
  { label: 'never answers', effect: { hang: true } },
]

/** What goes wrong, how often it did, and a way to make more go wrong. */
export const Faults = ({ look }: { readonly look: Look }) => {
  const faults = faultsOf(look.sandbox)
  const { holds } = look.world
  return (
    <>
      <section class="panel" aria-label="Active faults">
        {faults.length === 0 ? (
          <p>No faults: every answer is the simulated service's own.</p>
        ) : (
          <>
            <div class="scroller" tabindex={0} role="group" aria-label="Faults">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Fault</th>
                    <th scope="col" class="number">
                      Matched
                    </th>
                    <th scope="col" class="number">
                      Fired
                    </th>
                    <th scope="col">Meets</th>
                    <th scope="col">Does</th>
                    <th scope="col">
                      <span class="unseen">Remove</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {faults.map((fault) => (
                    <Line fault={fault} />
                  ))}
                </tbody>
              </table>
            </div>
            <form data-call="DELETE faults" data-done="No faults any more; what they held goes on.">
              <button>Remove all</button>
            </form>
          </>
        )}
        {holds.size > 0 && (
          <p>
            {holds.size} {holds.size === 1 ? 'request is' : 'requests are'} held. Removing the fault lets go, and so
            does the clock when latency_ms have passed. A hang without latency_ms is not ended by the clock.
          </p>
        )}
      </section>
      <section class="panel" aria-labelledby="add-fault">
        <h2 id="add-fault">Add a fault</h2>
        <form data-call="POST faults" data-done="The fault is in force." class="fields">
          <label>
            Name
            <input name="name" required pattern="[A-Za-z0-9._\-]{1,64}" autocomplete="off" id="fault-name" />
          </label>
          <label>
            Operation
            <select name="match.operation" id="fault-operation">
              <option value="">any</option>
              {operations.map(({ id }) => (
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

const Line = ({ fault: { name, match, when, matched, fired, must_fire, effect } }: { readonly fault: ShownFault }) => (
  <tr id={`fault-${name}`}>
    <th scope="row">{name}</th>
    <td class="number" data-label="Matched">
      {matched}
    </td>
    <td class="number" data-label="Fired">
      {fired}
      {must_fire && fired === 0 && <span class="warn"> must fire</span>}
    </td>
    <td data-label="Meets">
      <code>{Object.keys(match).length === 0 ? 'everything' : JSON.stringify(match)}</code>{' '}
      {Object.keys(when).length > 0 && <code>{JSON.stringify(when)}</code>}
    </td>
    <td data-label="Does">
      <code>{JSON.stringify(effect ?? 'in turn')}</code>
    </td>
    <td>
      <form data-call={`DELETE faults/${name}`} data-done={`${name} is gone; what it held goes on.`}>
        <button aria-label={`Remove ${name}`}>Remove</button>
      </form>
    </td>
  </tr>
)
