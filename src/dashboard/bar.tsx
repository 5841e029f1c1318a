import { useEffect, useRef, useState } from 'preact/hooks'
import type { Overview } from '../control/sandboxes.ts'
import { ActButton, alsoLost, Button, undo, useUndoList } from './acts.tsx'
import { Link, useAddress, type View } from './address.tsx'
import { live } from './calls.ts'
import { ClockSheet } from './clock.tsx'
import { keyList } from './keys.ts'
import { counted, grouped, Menu, Segments, Terms, timeOf } from './parts.tsx'
import { SandboxMenu } from './sandbox-menu.tsx'
import { exportLinks, Import } from './transfer.tsx'

/** One line above every view: the sandbox, the tabs, the clock, and what belongs to no view. */
export const Bar = ({ overview }: { readonly overview: Overview | undefined }) => {
  const { view, query } = useAddress()
  const { state, since } = live.use()
  const isLost = state === 'lost'
  const { scenario = null, dialect = 'documented', rules_chosen: chosen = 0, faults = 0 } = overview ?? {}
  return (
    <header class={isLost ? 'between bar red' : 'between bar'}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <SandboxMenu />
      <nav class="tabs" aria-label="Views">
        <Tab view="requests" count={overview?.errors} tone="red" words="errors">
          Requests
        </Tab>
        <Tab view="faults" count={faults} tone="pink" words="can still fire">
          Faults
        </Tab>
        <Tab view="data" count={overview?.rows_changed} words="changed rows">
          Data
        </Tab>
        <Tab view="coverage" text={overview && percent(overview.rules)} words="of the rules covered">
          Coverage
        </Tab>
      </nav>
      <span class="grow" />
      {isLost && (
        <span role="alert" class="since">
          The simulator has not answered since {since.toTimeString().slice(0, 8)}
        </span>
      )}
      {faults > 0 && (
        <Link class="button chip pink" to={{ view: 'faults' }} aria-label={`${counted(faults, 'fault')} can fire`}>
          ⚡ {faults}
        </Link>
      )}
      {(scenario !== null || dialect !== 'documented' || chosen > 0) && (
        <Link class="button chip accent setup" to={{ view: scenario === null ? 'coverage' : 'faults' }}>
          {scenario ?? dialect}
        </Link>
      )}
      {overview !== undefined && <ClockMenu overview={overview} isOpen={query['menu'] === 'clock'} isLost={isLost} />}
      <ActButton
        class="bare"
        title="Back to the start: data, requests, faults and clock"
        disabled={overview === undefined}
        text="Reset"
        route="POST reset"
        undo="snapshot"
      >
        Reset
      </ActButton>
      <Link class="button bare" to={{ view: 'docs' }} aria-current={view === 'docs' ? 'page' : undefined}>
        Docs
      </Link>
      <MoreMenu />
    </header>
  )
}

interface TabProps {
  readonly view: View
  readonly count?: number | undefined
  readonly text?: string | undefined
  readonly tone?: 'red' | 'pink'
  /** What the number counts. */
  readonly words: string
  readonly children: string
}

const Tab = ({ view, count = 0, text, tone, words, children }: TabProps) => {
  const number = text ?? (count === 0 ? undefined : grouped(count))
  return (
    <Link to={{ view }} aria-current={view === useAddress().view ? 'page' : undefined}>
      {children}
      {number !== undefined && (
        <span class={`pill ${tone ?? ''}`} title={`${number} ${words}`}>
          {number}
          <span class="unseen"> {words}</span>
        </span>
      )}
    </Link>
  )
}

const percent = ({ touched, total }: Overview['rules']): string =>
  `${Math.floor((100 * touched) / Math.max(1, total))}%`

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
    <Menu
      class="at-right"
      name={`Clock ${isFrozen ? 'frozen ' : ''}${timeOf(now)}`}
      label={label}
      isOpenAtFirst={isOpen}
    >
      <ClockSheet now={now} isFrozen={isFrozen} />
    </Menu>
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
    <Menu label="⋯" name="More" class="at-right">
      <h3>Undo</h3>
      {acts.length === 0 && <p class="quiet">Nothing to undo.</p>}
      {acts.map((act) => (
        <Button class="item" key={act.id} onClick={() => void undo(act)}>
          {act.text}
          <span class="quiet">
            {alsoLost(act)} {timeOf(act.at)}
          </span>
        </Button>
      ))}
      <h3>Export and import</h3>
      {exportLinks(sandbox).map(({ name, href, file }) => (
        <a class="item" key={name} href={href} download={file}>
          {name}
        </a>
      ))}
      <Import />
      <h3>Colours</h3>
      <Segments
        label="Colours"
        options={schemes.map((each) => [each, SCHEME_WORDS[each]])}
        chosen={scheme}
        choose={(each) => {
          localStorage.setItem(STORED, each)
          setScheme(applyScheme())
        }}
      />
      <h3>Keys</h3>
      <Terms of={keyList} />
    </Menu>
  )
}
