import { counted } from '../../parts/format.ts'

/** What may go wrong with an operation, at one click. */
const presets = [
  { id: '500', label: '500 server error', effect: { status: 500 } },
  { id: '429', label: '429 rate limited', effect: { rate_limited: true } },
  { id: 'lost', label: 'Reply lost after it happened', effect: { reset: true, stream: 'after' } },
  { id: 'late', label: '2 seconds late', effect: { latency_ms: 2000 } },
  { id: 'malformed', label: 'Malformed JSON', effect: { malformed_json: true } },
  { id: 'silent', label: 'Never answers', effect: { hang: true } },
] as const

const spans = [
  { label: 'next time', when: { times: 1 } },
  { label: '3 times', when: { times: 3 } },
  { label: 'always', when: {} },
] as const

/** A menu of faults for the operation of an exchange. @param taken the names of the faults that are there */
export const BreakThis = ({ operation, taken }: { readonly operation: string; readonly taken: readonly string[] }) => (
  <>
    <button type="button" popovertarget="break">
      Break this <span aria-hidden="true">▾</span>
    </button>
    <div popover="auto" role="group" tabindex={-1} id="break" class="sheet" aria-label="Break this">
      <p>
        What <code>{operation}</code> shall answer
      </p>
      <table class="presets">
        <tbody>
          {presets.map(({ id, label, effect }) => (
            <tr>
              <th scope="row">{label}</th>
              {spans.map(({ label: often, when }) => {
                const name = `break-${operation}-${id}`
                const fault = { name, match: { operation }, when, effect }
                return (
                  <td>
                    <form data-call="POST faults" data-done={`${operation}: ${label}, ${often}.`}>
                      <input type="hidden" name="." data-type="json" value={JSON.stringify(fault)} />
                      <button aria-label={`${label}, ${often}`} class={taken.includes(name) ? 'taken' : undefined}>
                        {often}
                      </button>
                    </form>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {taken.length > 0 && (
        <form data-call="DELETE faults" data-done="No faults any more; what they held goes on." class="line">
          <button class="danger">Delete all faults</button>
          <span class="quiet">{counted(taken.length, 'is', 'are')} in force</span>
        </form>
      )}
    </div>
  </>
)
