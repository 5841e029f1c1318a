import { useRef } from 'preact/hooks'
import type { FaultActivity } from '../control/faults.ts'
import type { RuleMap } from '../control/rules.ts'
import type { ShownFault, ShownStub } from '../testing/faults/present.ts'
import { ActButton } from './acts.tsx'
import { Link, useAddress } from './address.tsx'
import { Board } from './board.tsx'
import { useCall } from './calls.ts'
import { byCell, type KnownFault, stopping } from './failures.ts'
import { Done, inWords, JsonForm, SelectedFault } from './fault.tsx'
import { Scenarios } from './scenarios.tsx'

export const Faults = () => {
  const { cell: selected } = useAddress().query
  const { data } = useCall<{ readonly faults: readonly ShownFault[] }>('faults')
  const activity = useCall<{ readonly faults: readonly FaultActivity[] }>('faults/activity').data?.faults ?? []
  const faults = (data?.faults ?? []).map((fault) => ({
    ...fault,
    ...activity.find(({ name }) => name === fault.name),
  }))
  const cells = byCell(faults)
  const fault = cells.get(selected ?? '') ?? faults.find(({ name }) => name === selected)
  const inCells = new Set(cells.values())
  return (
    <div class="split faults">
      <div class="list scrolling">
        <p class="pad quiet">
          Click a cell to make that call fail once. Click again for twice, then always; Backspace stops it.
        </p>
        <div class="board">
          <Board operations={useOrder()} cells={cells} selected={selected} />
        </div>
        <Scenarios />
      </div>
      <aside class="detail" aria-label="Selected fault" tabindex={-1}>
        <SelectedFault selected={selected} fault={fault} />
        <Others faults={faults.filter((each) => each !== fault && !inCells.has(each))} />
        <Stubs />
        <details>
          <summary>Add a fault as JSON</summary>
          <JsonForm text={JSON.stringify(EXAMPLE, null, 2)} button="Add" />
        </details>
      </aside>
    </div>
  )
}

const EXAMPLE = {
  name: 'every-third',
  match: { operation: 'templates.search' },
  when: { every: 3 },
  effect: { status: 500 },
}

/** Operations that this sandbox has used come first. Their order stays while the view is open. */
function useOrder(): readonly string[] {
  const map = useCall<RuleMap>('coverage/map').data
  const order = useRef<readonly string[]>([])
  if (map !== undefined && order.current.length === 0)
    order.current = map.operations.toSorted((a, b) => b.calls - a.calls).flatMap(({ id }) => id ?? [])
  return order.current
}

/** Faults that have no cell. */
const Others = ({ faults }: { readonly faults: readonly KnownFault[] }) =>
  faults.length === 0 ? null : (
    <section aria-label="Other faults" class="lines">
      <h3>Other faults</h3>
      {faults.map((fault) => (
        <div key={fault.name}>
          <p class="line">
            <Link to={{ view: 'faults', query: { cell: fault.name } }}>{fault.name}</Link>
            <ActButton class="bare" {...stopping(fault)}>
              Stop
            </ActButton>
          </p>
          <p class="quiet">{inWords(fault)}</p>
          <Done fault={fault} />
        </div>
      ))}
    </section>
  )

const Stubs = () => {
  const stubs = useCall<{ readonly stubs: readonly ShownStub[] }>('stubs').data?.stubs ?? []
  return stubs.length === 0 ? null : (
    <section aria-label="Stubs">
      <h3>Stubs</h3>
      {stubs.map(({ name, match, matched }) => (
        <p class="line" key={name}>
          <b>{name}</b>
          <code>{JSON.stringify(match)}</code>
          <span class="quiet">answered {matched}</span>
          <ActButton
            class="bare"
            text={`Delete stub ${name}`}
            done={`Deleted ${name}.`}
            route={`DELETE stubs/${name}`}
            undo="snapshot"
          >
            Delete
          </ActButton>
        </p>
      ))}
    </section>
  )
}
