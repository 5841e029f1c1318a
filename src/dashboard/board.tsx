import { useState } from 'preact/hooks'
import { Button, carryOut } from './acts.tsx'
import { goTo } from './address.tsx'
import { breaking, cellOf, type Failure, failures, type KnownFault, stopping } from './failures.ts'

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves the focus among the cells of a table by the arrow keys. */
function walkCells(event: KeyboardEvent): void {
  const step = STEPS[event.key]
  const cell = event.target instanceof Element ? event.target.closest('td') : null
  if (step === undefined || cell === null) return
  event.preventDefault()
  event.stopPropagation()
  const [rows, columns] = step
  const row = cell.closest('table')?.rows[(cell.closest('tr')?.rowIndex ?? 0) + rows]
  row?.cells[cell.cellIndex + columns]?.querySelector('button')?.focus()
}

interface BoardProps {
  readonly operations: readonly string[]
  readonly cells: ReadonlyMap<string, KnownFault>
  readonly selected: string | undefined
}

/** A switch for each operation and failure. The arrow keys walk it, so that it is one stop of the Tab key. */
export const Board = ({ operations, cells, selected }: BoardProps) => {
  const [focused, setFocused] = useState<string>()
  return (
    <table aria-label="Operations and failures" onKeyDown={walkCells}>
      <thead>
        <tr>
          <td />
          {failures.map(({ id, words }) => (
            <th scope="col" key={id} title={words}>
              {id}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {operations.map((operation, row) => (
          <tr key={operation}>
            <th scope="row">{operation}</th>
            {failures.map((failure, column) => {
              const cell = cellOf(operation, failure.id)
              const isStop = focused === undefined ? row + column === 0 : focused === cell
              return (
                <td key={cell} onFocusIn={() => setFocused(cell)}>
                  <Cell
                    operation={operation}
                    failure={failure}
                    fault={cells.get(cell)}
                    isSelected={selected === cell}
                    isStop={isStop}
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How often a fault fires that has no limit. */
function often({ when: { every, probability, sequence, between } }: KnownFault): string {
  if (every !== undefined) return `every ${every}`
  if (probability !== undefined) return `${Math.round(probability * 100)} %`
  return (sequence ?? between) === undefined ? 'always' : 'on'
}

interface CellProps {
  readonly operation: string
  readonly failure: Failure
  readonly fault: KnownFault | undefined
  readonly isSelected: boolean
  readonly isStop: boolean
}

/** A click makes the call fail once, the next twice, then always; another one stops it, as it does a fault that is used up. */
const Cell = ({ operation, failure, fault, isSelected, isStop }: CellProps) => {
  const cell = cellOf(operation, failure.id)
  const times = fault?.when.times
  const left = Math.max(0, (times ?? Infinity) - (fault?.fired ?? 0))
  const isOn = fault !== undefined && left > 0
  const count = left === 0 ? `${fault?.fired} used` : `${left} left`
  const state = fault === undefined ? 'off' : times === undefined ? often(fault) : count
  const stop = (event?: Event): void => {
    event?.preventDefault()
    if (fault !== undefined) void carryOut(stopping(fault))
  }
  const click = (): void => {
    goTo({ view: 'faults', query: { cell } }, { isReplacing: true })
    const isOwn = fault === undefined || fault.name === cell
    if (fault !== undefined && (!isOn || (isOwn && times === undefined))) stop()
    else if (isOwn)
      void carryOut(breaking(operation, failure, times === undefined ? '1' : times === 1 ? '2' : 'always', fault))
  }
  return (
    <Button
      class={`cell ${fault === undefined ? '' : isOn ? 'pink' : 'used'}`}
      aria-pressed={isOn}
      aria-label={`${operation} ${failure.id}: ${state}`}
      aria-current={isSelected ? 'true' : undefined}
      title={`${operation}: ${failure.words}`}
      data-cell
      tabIndex={isStop ? 0 : -1}
      onClick={click}
      onContextMenu={stop}
      onKeyDown={(event) => ['Backspace', 'Delete'].includes(event.key) && stop(event)}
    >
      {fault === undefined ? <span aria-hidden="true">+</span> : isOn ? state : `✓ ${state}`}
      {isOn && <span class="flash" aria-hidden="true" key={`${state} ${fault.fired}`} />}
    </Button>
  )
}
