import { useState } from 'preact/hooks'
import type { Upcoming } from '../control/clock.ts'
import { ActButton, Button, carryOut } from './acts.tsx'
import { useCall } from './calls.ts'
import { counted, Input, timeOf } from './parts.tsx'

const moveBy = (seconds: number, words: string): Promise<unknown> =>
  carryOut({
    text: `Clock +${words}`,
    route: 'POST clock/advance',
    body: { seconds },
    undo: 'snapshot',
  })

const moveTo = (at: string): Promise<unknown> =>
  carryOut({
    text: `Clock to ${timeOf(at)}`,
    done: `It is ${timeOf(at)}.`,
    route: 'PUT clock',
    body: { at },
    undo: 'snapshot',
  })

/** The moves of the clock, and what will happen with time. */
export const ClockSheet = ({ now, isFrozen }: { readonly now: string; readonly isFrozen: boolean }) => {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const data = useCall<Upcoming>('clock/upcoming').data
  const upcoming = data?.upcoming ?? []
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const to = readMove(text, now, upcoming)
    if (to === undefined) return setProblem('Write a time such as 90s, 5m, 15:50 or next.')
    setProblem(undefined)
    setText('')
    await (typeof to === 'number' ? moveBy(to, text) : moveTo(to))
  }
  return (
    <>
      <p class="quiet">
        {now.slice(0, 10)} {timeOf(now)} UTC{isFrozen ? ', frozen' : ''}
      </p>
      <form class="line" onSubmit={(event) => void submit(event)}>
        <Button data-first onClick={() => void moveBy(10, '10 s')}>
          +10 s
        </Button>
        <Button onClick={() => void moveBy(60, '1 min')}>+1 min</Button>
        <Input
          aria-label="To or by"
          placeholder="90s, 15:50, next"
          size={12}
          value={text}
          aria-invalid={problem !== undefined}
          set={setText}
        />
        <button type="submit">Go</button>
        <ActButton
          text={isFrozen ? 'Run the clock' : 'Freeze the clock'}
          done={isFrozen ? 'The clock runs.' : 'The clock is frozen.'}
          route="PUT clock"
          body={{ frozen: !isFrozen }}
          undo={{ route: 'PUT clock', body: { frozen: isFrozen } }}
        >
          {isFrozen ? 'Run' : 'Freeze'}
        </ActButton>
      </form>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <Timeline now={now} upcoming={upcoming} />
      {data !== undefined && data.held_until_released > 0 && (
        <p class="quiet">{counted(data.held_until_released, 'request waits', 'requests wait')} until you release it.</p>
      )}
    </>
  )
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, min: 60, h: 3600, d: 86_400 }

/** Seconds to move by, or the instant to move to; undefined for what is neither. */
function readMove(written: string, now: string, upcoming: Upcoming['upcoming']): number | string | undefined {
  const text = written.trim()
  if (text === 'next') return upcoming[0]?.at
  const [, count, unit = 's'] = /^\+?(\d+(?:\.\d+)?) ?(s|m|min|h|d)?$/.exec(text) ?? []
  if (count !== undefined) return Number(count) * (UNITS[unit] ?? 1)
  const [, hours, minutes, seconds = '00'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? []
  if (hours !== undefined) {
    const today = `${now.slice(0, 10)}T${hours.padStart(2, '0')}:${minutes}:${seconds}.000Z`
    return today > now ? today : new Date(Date.parse(today) + 86_400_000).toISOString()
  }
  return /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined
}

const HOUR_MS = 3_600_000
const MAX_LATER = 5

/** What will happen in the next hour, and the first of what comes later. */
const Timeline = ({ now, upcoming }: { readonly now: string; readonly upcoming: Upcoming['upcoming'] }) => {
  const end = Date.parse(now) + HOUR_MS
  const soon = upcoming.filter(({ at }) => Date.parse(at) <= end)
  const later = upcoming.slice(soon.length, soon.length + MAX_LATER)
  return (
    <>
      <h3>Next hour</h3>
      {soon.length === 0 && <p class="quiet">Nothing will happen.</p>}
      <Events now={now} events={soon} />
      {later.length > 0 && <h3>Later</h3>}
      <Events now={now} events={later} />
    </>
  )
}

/** A click on an event moves the clock there. */
const Events = ({ now, events }: { readonly now: string; readonly events: Upcoming['upcoming'] }) => (
  <ol>
    {events.map(({ at, text }, index) => (
      <li key={`${at} ${text} ${index}`}>
        <Button class="item" data-stays onClick={() => void moveTo(at)} title={`Move the clock to ${at}`}>
          {text}
          <time class="quiet" dateTime={at}>
            {at.slice(0, 10) === now.slice(0, 10) ? timeOf(at) : at.slice(0, 10)}
          </time>
        </Button>
      </li>
    ))}
  </ol>
)
