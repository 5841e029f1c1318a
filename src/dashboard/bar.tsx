import { useEffect, useRef, useState } from 'preact/hooks'
import type { Upcoming } from '../control/clock.ts'
import type { Overview } from '../control/sandboxes.ts'
import { alsoLost, carryOut, undo, useUndoList } from './acts.tsx'
import { Link, useAddress, type View } from './address.tsx'
import { useCall, useLive } from './calls.ts'
import { keyList } from './keys.ts'
import { counted, grouped, Menu, timeOf } from './parts.tsx'
import { SandboxMenu } from './sandbox-menu.tsx'
import { exportLinks, Import } from './transfer.tsx'

/** One line above every view: the sandbox, the tabs, the clock, and what belongs to no view. */
export const Bar = ({ overview }: { readonly overview: Overview | undefined }) => {
  const { view, query } = useAddress()
  const live = useLive()
  const isLost = live.state === 'lost'
  return (
    <header class={isLost ? 'bar silent' : 'bar'}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <SandboxMenu />
      <nav class="tabs" aria-label="Views">
        <Tab view="requests" current={view} count={overview?.errors} is="bad" words="errors">
          Requests
        </Tab>
        <Tab view="faults" current={view} count={overview?.faults} is="on" words="can still fire">
          Faults
        </Tab>
        <Tab view="data" current={view} count={overview?.rows_changed} words="changed rows">
          Data
        </Tab>
        <Tab view="coverage" current={view} text={overview && percent(overview.rules)} words="of the rules covered">
          Coverage
        </Tab>
      </nav>
      <span class="room" />
      {isLost && (
        <span role="alert" class="since">
          The simulator has not answered since {live.since.toTimeString().slice(0, 8)}
        </span>
      )}
      {overview !== undefined && overview.faults > 0 && (
        <Link class="force" to={{ view: 'faults' }} aria-label={`${counted(overview.faults, 'fault')} can fire`}>
          ⚡ {overview.faults}
        </Link>
      )}
      {overview !== undefined &&
        (overview.scenario !== null || overview.dialect !== 'documented' || overview.rules_chosen > 0) && (
          <Link class="setup" to={{ view: overview.scenario === null ? 'coverage' : 'faults' }}>
            {overview.scenario ?? overview.dialect}
          </Link>
        )}
      {overview !== undefined && <ClockMenu overview={overview} isOpen={query['menu'] === 'clock'} isLost={isLost} />}
      <Reset overview={overview} />
      <Link class="button bare docs" to={{ view: 'docs' }} aria-current={view === 'docs' ? 'page' : undefined}>
        Docs
      </Link>
      <MoreMenu />
    </header>
  )
}

interface TabProps {
  readonly view: View
  readonly current: string | undefined
  readonly count?: number | undefined
  readonly text?: string | undefined
  readonly is?: string
  /** What the number counts. */
  readonly words: string
  readonly children: string
}

const Tab = ({ view, current, count = 0, text, is = '', words, children }: TabProps) => {
  const number = text ?? (count === 0 ? undefined : grouped(count))
  return (
    <Link to={{ view }} aria-current={view === current ? 'page' : undefined}>
      {children}
      {number !== undefined && (
        <span class={`count ${is}`} title={`${number} ${words}`}>
          {number}
          <span class="unseen"> {words}</span>
        </span>
      )}
    </Link>
  )
}

const percent = ({ touched, total }: Overview['rules']): string =>
  `${Math.floor((100 * touched) / Math.max(1, total))}%`

/** A click resets; Undo is at the foot of the page. */
const Reset = ({ overview }: { readonly overview: Overview | undefined }) => (
  <button
    type="button"
    class="bare reset"
    title="Back to the start: data, requests, faults and clock"
    disabled={overview === undefined}
    onClick={() => void carryOut({ text: 'Reset', done: 'Reset.', route: 'POST reset', undo: 'snapshot' })}
  >
    Reset
  </button>
)

interface ClockMenuProps {
  readonly overview: Overview
  readonly isOpen: boolean
  readonly isLost: boolean
}

/** The time of the sandbox runs in the page between two answers of the server. */
function useNow({ clock }: Overview, isLost: boolean): string {
  const heard = useRef({ now: clock.now, at: performance.now() })
  if (heard.current.now !== clock.now) heard.current = { now: clock.now, at: performance.now() }
  const [, setTick] = useState(0)
  const runs = clock.mode === 'real' && !isLost
  useEffect(() => {
    if (!runs) return undefined
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000)
    return () => clearInterval(timer)
  }, [runs])
  const passed = runs ? performance.now() - heard.current.at : 0
  return new Date(Date.parse(clock.now) + passed).toISOString()
}

const ClockMenu = ({ overview, isOpen, isLost }: ClockMenuProps) => {
  const now = useNow(overview, isLost)
  const isFrozen = overview.clock.mode === 'frozen'
  const label = (
    <>
      {isFrozen && <span aria-hidden="true">❄ </span>}
      <time dateTime={now} title={now.slice(0, 19).replace('T', ' ')}>
        {timeOf(now)}
      </time>{' '}
      ▾
    </>
  )
  return (
    <Menu class="clock" name={`Clock ${isFrozen ? 'frozen ' : ''}${timeOf(now)}`} label={label} isOpenAtFirst={isOpen}>
      {() => <ClockSheet now={now} isFrozen={isFrozen} />}
    </Menu>
  )
}

const moveBy = (seconds: number, words: string): Promise<unknown> =>
  carryOut({
    text: `Clock +${words}`,
    done: `Clock +${words}.`,
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

const ClockSheet = ({ now, isFrozen }: { readonly now: string; readonly isFrozen: boolean }) => {
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
        <button type="button" data-first onClick={() => void moveBy(10, '10 s')}>
          +10 s
        </button>
        <button type="button" onClick={() => void moveBy(60, '1 min')}>
          +1 min
        </button>
        <input
          aria-label="To or by"
          placeholder="90s, 15:50, next"
          size={12}
          value={text}
          aria-invalid={problem !== undefined}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit">Go</button>
        <button
          type="button"
          onClick={() =>
            void carryOut({
              text: isFrozen ? 'Clock runs' : 'Clock frozen',
              done: isFrozen ? 'The clock runs.' : 'The clock is frozen.',
              route: 'PUT clock',
              body: { frozen: !isFrozen },
              undo: { route: 'PUT clock', body: { frozen: isFrozen } },
            })
          }
        >
          {isFrozen ? 'Run' : 'Freeze'}
        </button>
      </form>
      {problem !== undefined && (
        <p role="alert" class="problem">
          {problem}
        </p>
      )}
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

interface TimelineProps {
  readonly now: string
  readonly upcoming: Upcoming['upcoming']
}

/** What will happen in the next hour, and the first of what comes later: a click moves the clock there. */
const Timeline = ({ now, upcoming }: TimelineProps) => {
  const nowMs = Date.parse(now)
  const isSoon = ({ at }: Upcoming['upcoming'][number]): boolean => Date.parse(at) - nowMs <= HOUR_MS
  const soon = upcoming.filter(isSoon)
  const later = upcoming.filter((each) => !isSoon(each)).slice(0, MAX_LATER)
  const event = ({ at, kind, text }: Upcoming['upcoming'][number], at_: number) => (
    <li key={`${at} ${text} ${at_}`} class={kind}>
      <button type="button" onClick={() => void moveTo(at)} title={`Move the clock to ${at}`}>
        <time dateTime={at}>{at.slice(0, 10) === now.slice(0, 10) ? timeOf(at) : at.slice(0, 10)}</time> {text}
      </button>
    </li>
  )
  return (
    <div class="timeline">
      {soon.length > 0 && (
        <svg
          viewBox="0 0 100 8"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${counted(soon.length, 'event')} in the next hour`}
        >
          <line x1="0" x2="100" y1="4" y2="4" />
          {soon.map(({ at, kind, text }, index) => {
            const x = Math.max(0.5, 100 * Math.sqrt((Date.parse(at) - nowMs) / HOUR_MS))
            return <line key={`${at} ${text} ${index}`} class={kind} x1={x} x2={x} y1="0" y2="8" />
          })}
        </svg>
      )}
      <h3>Next hour</h3>
      {soon.length === 0 ? <p class="quiet">Nothing will happen.</p> : <ol>{soon.map(event)}</ol>}
      {later.length > 0 && (
        <>
          <h3>Later</h3>
          <ol>{later.map(event)}</ol>
        </>
      )}
    </div>
  )
}

const schemes = ['light dark', 'light', 'dark'] as const
const SCHEME_WORDS = { 'light dark': 'as the system', light: 'light', dark: 'dark' } as const
const STORED = 'rental-sim-scheme'

/** Uses the colours that somebody chose earlier. */
export function applyScheme(): (typeof schemes)[number] {
  const stored = schemes.find((each) => each === localStorage.getItem(STORED)) ?? 'light dark'
  document.documentElement.style.colorScheme = stored
  return stored
}

const MoreMenu = () => {
  const acts = useUndoList()
  const [scheme, setScheme] = useState(applyScheme)
  const { sandbox } = useAddress()
  return (
    <Menu label="⋯" name="More" class="more-menu">
      {(close) => (
        <>
          <h3>Undo</h3>
          {acts.length === 0 && <p class="quiet">Nothing to undo.</p>}
          {acts.map((act) => (
            <button type="button" key={act.id} onClick={() => (close(), void undo(act))}>
              {act.text}
              <span class="quiet">
                {alsoLost(act)} {timeOf(act.at)}
              </span>
            </button>
          ))}
          <h3>Export and import</h3>
          {exportLinks(sandbox).map(({ name, href, file }) => (
            <a key={name} href={href} download={file}>
              {name}
            </a>
          ))}
          <Import close={close} />
          <h3>Colours</h3>
          <div class="segments" role="group" aria-label="Colours">
            {schemes.map((each) => (
              <button
                type="button"
                key={each}
                aria-pressed={each === scheme}
                onClick={() => {
                  localStorage.setItem(STORED, each)
                  setScheme(applyScheme())
                }}
              >
                {SCHEME_WORDS[each]}
              </button>
            ))}
          </div>
          <h3>Keys</h3>
          <dl class="keys">
            {keyList.map(([keys, words]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Menu>
  )
}
