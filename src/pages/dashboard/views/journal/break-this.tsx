import { faultsOf } from '../../../../control/faults.ts'
import { operations } from '../../../../marketplace/routes.ts'
import type { PageContext } from '../../page-context.ts'
import { Cell } from '../failures/cell.tsx'
import { kinds, leftOf, nameOf, spans } from '../failures/cells.ts'

/** A menu of failures for the operation of an exchange: the row of the board that is about it. */
export const BreakThis = ({
  context,
  operation: id,
}: {
  readonly context: PageContext
  readonly operation: string
}) => {
  const operation = operations.find((each) => each.id === id)
  const faults = faultsOf(context.sandbox)
  return operation === undefined ? null : (
    <>
      <button type="button" popovertarget="break">
        Break this <span aria-hidden="true">▾</span>
      </button>
      <div popover="auto" role="group" tabindex={-1} id="break" class="sheet" aria-label="Break this">
        <p>
          Make <code>{id}</code> answer
        </p>
        <table class="presets">
          <tbody>
            {kinds.map((kind) => {
              const effect = kind.effect(operation, context.world.rules)
              if (effect === undefined) return null
              const isOn = faults.some((fault) => fault.name === nameOf(id, kind.id) && leftOf(fault) !== 0)
              return (
                <tr>
                  <th scope="row">{kind.label}</th>
                  {(isOn ? ['1'] : spans).map((span) => (
                    <td>
                      <Cell operation={id} kind={kind} effect={effect} span={span} faults={faults} />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}
