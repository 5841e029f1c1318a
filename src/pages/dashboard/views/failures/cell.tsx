import type { ShownFault } from '../../../../testing/faults/present.ts'
import { documentOf, faultOf, leftOf, nameOf } from './cells.ts'

type CellProps = {
  readonly operation: string
  readonly kind: { readonly id: string; readonly label: string }
  readonly effect: object
  /** How often it fires once it is switched on: a number, or `always`. */
  readonly span: string
  readonly faults: readonly ShownFault[]
}

/** A switch: an operation fails in one way, as often as is chosen, until it is switched off. */
export const Cell = ({ operation, kind, effect, span, faults }: CellProps) => {
  const name = nameOf(operation, kind.id)
  const fault = faults.find((each) => each.name === name)
  const left = fault && leftOf(fault)
  if (fault !== undefined && left !== 0) {
    const state = left === undefined ? 'on' : `${left} left`
    return (
      <form
        data-call={`DELETE faults/${name}`}
        data-done={`${operation} answers again (was: ${kind.label}).`}
        data-undo="POST faults"
        data-undo-body={documentOf(fault)}
      >
        <button class="switch on" aria-label={`${state}: ${kind.label}, ${operation}`} aria-pressed="true">
          {state}
        </button>
      </form>
    )
  }
  const often = span === 'always' ? 'always' : `next ${span}`
  return (
    <form
      data-call="POST faults"
      data-done={`${operation}: ${kind.label}, ${often}.`}
      data-undo={`DELETE faults/${name}`}
    >
      <input
        type="hidden"
        name="."
        data-type="json"
        value={JSON.stringify(faultOf(operation, kind.id, effect, span))}
      />
      <button class="switch" aria-label={`${often}: ${kind.label}, ${operation}`} aria-pressed="false">
        <span class="off">{often}</span>
      </button>
    </form>
  )
}
