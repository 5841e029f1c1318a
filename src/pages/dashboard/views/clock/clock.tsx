import { fingerprint } from '../../../../testing/journal/match.ts'
import type { PageContext } from '../../page-context.ts'
import { windowsOf } from './due-groups.ts'
import { Timeline } from './timeline.tsx'
import { Now } from '../../parts/text.tsx'

const spans = [
  ['1 s', 1],
  ['2 s', 2],
  ['10 s', 10],
  ['1 min', 60],
  ['1 h', 3600],
  ['1 day', 86_400],
] as const

/** The clock of the sandbox, the rate limits that run, and what falls due next. */
export const Clock = ({ context }: { readonly context: PageContext }) => {
  const { world } = context
  const { clock } = world
  return (
    <>
      <section class="panel" aria-label="Now">
        <p class="now">
          <Now world={world} /> <span class="quiet">UTC, {clock.mode}</span>
        </p>
        <div class="line">
          {clock.mode === 'real' ? (
            <form data-call="PUT clock" data-done="The clock stands still.">
              <input type="hidden" name="frozen" data-type="boolean" value="true" />
              <button>Freeze</button>
            </form>
          ) : (
            <form data-call="PUT clock" data-done="The clock runs with real time.">
              <input type="hidden" name="frozen" data-type="boolean" value="false" />
              <button>Resume</button>
            </form>
          )}
          {spans.map(([label, seconds]) => (
            <form data-call="POST clock/advance" data-receipt data-undo="">
              <input type="hidden" name="seconds" data-type="number" value={String(seconds)} />
              <button aria-label={`Advance ${label}`}>+{label}</button>
            </form>
          ))}
        </div>
        <div class="line">
          <form data-call="POST clock/advance" data-receipt data-undo="" class="line">
            <label>
              Advance by{' '}
              <input name="seconds" data-type="number" type="number" min="0" step="any" required id="advance-seconds" />{' '}
              s
            </label>
            <button>Advance</button>
          </form>
          <form data-call="PUT clock" data-receipt data-undo="" class="line">
            <label>
              To the instant{' '}
              <input name="at" required placeholder={clock.nowIso} size={26} autocomplete="off" id="clock-at" />
            </label>
            <button>Go there</button>
          </form>
        </div>
        <div id="receipt" data-keep aria-live="polite" />
      </section>
      <section class="panel" aria-labelledby="upcoming">
        <h2 id="upcoming">Coming up</h2>
        <Timeline context={context} />
      </section>
      <section class="panel" aria-labelledby="windows">
        <h2 id="windows">Rate limits</h2>
        <Windows context={context} />
      </section>
    </>
  )
}

const Windows = ({ context: { world } }: { readonly context: PageContext }) => {
  const { clock } = world
  const windows = windowsOf(world)
  if (windows.length === 0) return <p>Nobody has to wait: the next request of every key is accepted.</p>
  return (
    <ul class="plain">
      {windows.map(({ operation, identity, thresholdSeconds, untilMs }) => {
        const leftMs = untilMs - clock.nowMs
        return (
          <li id={`window-${operation}-${fingerprint(identity)}`} class="line">
            <code>{operation}</code>
            <span>key {fingerprint(identity)}</span>
            <progress
              max={thresholdSeconds * 1000}
              value={leftMs}
              aria-label={`Left of ${thresholdSeconds} s for ${operation}`}
              {...(clock.mode === 'real' && { 'data-runs-down': true })}
            />
            <span class="quiet">
              <span data-left>{(leftMs / 1000).toFixed(1)}</span> of {thresholdSeconds} s
            </span>
          </li>
        )
      })}
    </ul>
  )
}
