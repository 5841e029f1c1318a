import { instantMs } from '../../../kernel/clock.ts'
import { type PageContext, pageUrl } from '../page-context.ts'
import { nextEvent } from '../parts/due.ts'
import { Now } from '../parts/text.tsx'

const spans = [
  ['+1 s', 1],
  ['+10 s', 10],
  ['+1 m', 60],
] as const

/** What comes later is reached from the page of the clock only. */
const STEP_AHEAD_MS = 3_600_000

/** The clock of the sandbox, how far it can be moved at once, and what it would come to next. */
export const ClockAtHand = ({ context }: { readonly context: PageContext }) => {
  const { clock } = context.world
  const next = nextEvent(context.world)
  return (
    <div class="clock-at-hand" role="group" aria-label="Clock at hand">
      <a href={pageUrl(context, 'clock')} class="now-at-hand">
        <Now world={context.world} />{' '}
        <span class={`mode ${clock.mode}`}>
          <span aria-hidden="true">{clock.mode === 'frozen' ? '❄' : '▸'}</span>{' '}
          <span class="word">{clock.mode === 'frozen' ? 'frozen' : 'running'}</span>
        </span>
      </a>
      <span class="joined">
        {spans.map(([label, seconds]) => (
          <form data-call="POST clock/advance" data-receipt data-undo="" id={`forward-${seconds}`}>
            <input type="hidden" name="seconds" data-type="number" value={String(seconds)} />
            <button>{label}</button>
          </form>
        ))}
      </span>
      {next === undefined || instantMs(next.at) - clock.nowMs > STEP_AHEAD_MS ? (
        <span id="to-next" class="quiet">
          nothing within the hour
        </span>
      ) : (
        <form data-call="PUT clock" data-receipt data-undo="" id="to-next" title={`Move the clock to ${next.at}`}>
          <input type="hidden" name="at" value={next.at} />
          <button class="next">
            <span class="quiet">next:</span> {next.shortAt} <span class="what">{next.text}</span>
          </button>
        </form>
      )}
    </div>
  )
}
