import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JournalEvent, JournalLine, JournalPage } from '../control/journal.ts'
import { ActButton, Button } from './acts.tsx'
import { goTo, Link, useAddress } from './address.tsx'
import { call, useCall } from './calls.ts'
import { FirstSteps, isOnTour } from './first-steps.tsx'
import { basisInWords, Chip, Dot, Empty, grouped, RowSearch, Status, timeOf } from './parts.tsx'
import { RequestDetail } from './request.tsx'

/** Rows that follow the newest request, and the most that stand in the page. */
const FOLLOWED = 200
const MAX_ROWS = 600
const STEP = 150
/** Pixels from an end of the list that count as the end. */
const NEAR_END = 40

/** Which lines are shown: the newest, or so many after a number. */
type Window = { readonly since: number; readonly limit: number } | 'newest'

export const Requests = () => {
  const { query } = useAddress()
  const open = query['request']
  return (
    <div class="split requests">
      <List q={query['q'] ?? ''} open={open} />
      {open !== undefined && <RequestDetail id={open} />}
    </div>
  )
}

const CHIPS = [
  ['Errors', 'status:>=400,0', 'errors'],
  ['Faults', 'has:fault', 'faults'],
  ['Findings', 'has:finding', 'findings'],
] as const

const List = ({ q, open }: { readonly q: string; readonly open: string | undefined }) => {
  const [kept, setKept] = useState<{ readonly q: string; readonly window: Window }>({ q, window: 'newest' })
  const window = kept.q === q ? kept.window : 'newest'
  const setWindow = (wanted: Window): void => setKept({ q, window: wanted })
  const [around] = useState(open)
  const list = useRef<HTMLOListElement>(null)
  const isAimed = useRef(false)
  const isAtEnd = useRef(around === undefined)
  const isPlaced = useRef(false)
  const isAround = around !== undefined && window === 'newest' && !isPlaced.current
  const { data, error } = useCall<JournalPage>(routeOf(q, window, isAround ? around : undefined))
  const lines = data?.lines ?? []
  const first = lines[0]?.id
  const { older = 0, newer = 0 } = data ?? {}
  const newest = useRef<number>(undefined)
  if (data !== undefined) newest.current ??= lines.at(-1)?.id ?? 0

  useLayoutEffect(() => {
    const { current } = list
    if (current === null || first === undefined) return
    if (isAround) {
      isPlaced.current = true
      current.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'center' })
      if (newer > 0) setWindow({ since: first - 1, limit: Math.max(FOLLOWED, lines.length) })
      else isAtEnd.current = true
      return
    }
    if (isAtEnd.current && !isAimed.current) current.scrollTop = current.scrollHeight
  })

  /** What somebody looks at stays where it is: the rows are counted from the first that is shown. */
  const hold = (): void => {
    if (window === 'newest' && first !== undefined) setWindow({ since: first - 1, limit: MAX_ROWS })
  }
  const follow = (): void => {
    isAtEnd.current = true
    setWindow('newest')
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }
  const showOlder = async (): Promise<void> => {
    if (first === undefined) return
    const older = await call<JournalPage>(`GET ${routeOf(q, 'newest')}&before=${first}`)
    const from = older.lines.at(-STEP)?.id ?? older.lines[0]?.id
    if (from !== undefined) setWindow({ since: from - 1, limit: MAX_ROWS })
  }
  const onScroll = (): void => {
    const { current } = list
    if (current === null) return
    isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_END && newer === 0
    if (!isAtEnd.current) hold()
    else if (!isAimed.current && window !== 'newest') setWindow('newest')
    if (current.scrollTop < NEAR_END && older > 0) void showOlder()
  }

  return (
    <section class="list" aria-label="Requests">
      <Toolbar q={q} data={data} problem={error?.status === 400 ? error.message : undefined} />
      {data !== undefined && data.dropped > 0 && (
        <p class="note quiet">{grouped(data.dropped)} older requests were dropped.</p>
      )}
      <ol
        class="rows"
        ref={list}
        onScroll={onScroll}
        onPointerMove={() => {
          isAimed.current = true
          hold()
        }}
        onPointerLeave={() => {
          isAimed.current = false
          if (isAtEnd.current) setWindow('newest')
        }}
        tabindex={-1}
      >
        {older > 0 && (
          <li class="note">
            <Button onClick={() => void showOlder()}>Older requests</Button>
          </li>
        )}
        {data !== undefined && (
          <Lines
            lines={lines}
            events={q === '' ? data.events : []}
            open={open}
            isFirst={older === 0}
            newest={newest.current ?? Infinity}
          />
        )}
      </ol>
      {data !== undefined && (lines.length === 0 || (q === '' && isOnTour(data.all))) && error === undefined && (
        <Nothing q={q} />
      )}
      {newer > 0 && (
        <Button class="newer filled accent" onClick={follow}>
          {grouped(newer)} new ↓
        </Button>
      )}
    </section>
  )
}

function routeOf(q: string, window: Window, around?: string): string {
  const query = new URLSearchParams(q === '' ? [] : [['q', q]])
  if (around !== undefined) query.set('around', around)
  if (window !== 'newest') query.set('since', String(window.since))
  query.set('limit', String(window === 'newest' ? FOLLOWED : window.limit))
  return `journal?${query.toString()}`
}

interface LinesProps {
  readonly lines: readonly JournalLine[]
  readonly events: readonly JournalEvent[]
  readonly open: string | undefined
  /** Whether the first request of all is among them. */
  readonly isFirst: boolean
  /** The newest request when the list was opened: later ones are tinted for a second. */
  readonly newest: number
}

/** Requests, and between them what happened to the world. */
const Lines = ({ lines, events, open, isFirst, newest }: LinesProps) => {
  const first = lines[0]?.id ?? 1
  const shown = events.filter(({ after }) => isFirst || after >= first)
  return (
    <>
      <Events events={shown.filter(({ after }) => after < first)} />
      {lines.map((line, at) => {
        const until = lines[at + 1]?.id ?? Infinity
        return (
          <>
            <Row key={line.id} line={line} isOpen={String(line.id) === open} isNew={line.id > newest} />
            <Events key={`after-${line.id}`} events={shown.filter(({ after }) => after >= line.id && after < until)} />
          </>
        )
      })}
    </>
  )
}

/** Of what happened between two requests, the latest. */
const MAX_EVENTS = 4

const Events = ({ events }: { readonly events: readonly JournalEvent[] }) => (
  <>
    {events.length > MAX_EVENTS && <li class="event small quiet">{events.length - MAX_EVENTS} more events</li>}
    {events.slice(-MAX_EVENTS).map(({ at, text }, index) => (
      <li class="event small quiet" key={`${at} ${text} ${index}`}>
        <span>{text}</span> <time dateTime={at}>{timeOf(at)}</time>
      </li>
    ))}
  </>
)

interface RowProps {
  readonly line: JournalLine
  readonly isOpen: boolean
  readonly isNew: boolean
}

const Row = ({ line, isOpen, isNew }: RowProps) => {
  const { id, at, method, path, query, status, basis, strength, why, fault, findings, held } = line
  const hasFailed = status >= 400 || (status === 0 && held === null)
  return (
    <li class={`row${isNew ? ' new' : ''}`}>
      <Link
        class="plain"
        to={{ view: 'requests', query: { request: id } }}
        aria-current={isOpen ? 'true' : undefined}
        draggable={false}
        title={`${path}${query}\n${why}`.trim()}
        data-row={id}
        data-failed={hasFailed ? true : undefined}
      >
        <Status status={status} isInjected={basis === 'injected'} isHeld={held !== null} />
        <span class="method mono quiet">{method}</span>
        <span class="path mono cut">
          {path}
          <span class="quiet">{query}</span>
        </span>
        <span class={`why cut${hasFailed ? '' : ' quiet'}`}>
          {findings.length > 0 && <span class="amber ink">⚑ {findings.join(', ')} </span>}
          {fault !== null && <span class="pink ink">⚡ </span>}
          {why}
        </span>
        <Dot basis={basis} strength={strength} />
        <time class="quiet right" dateTime={at} title={`#${id}, ${basisInWords({ basis, strength })}`}>
          {timeOf(at)}
        </time>
      </Link>
      {held !== null && (
        <ActButton
          text={`Release request ${id}`}
          done={`Request ${id} continues.`}
          route={`POST requests/${id}/release`}
        >
          Release
        </ActButton>
      )}
    </li>
  )
}

interface ToolbarProps {
  readonly q: string
  readonly data: JournalPage | undefined
  readonly problem: string | undefined
}

const Toolbar = ({ q, data, problem }: ToolbarProps) => {
  const has = (criterion: string): boolean => ` ${q} `.includes(` ${criterion} `)
  const toggle = (criterion: string): void =>
    search(has(criterion) ? ` ${q} `.replace(` ${criterion} `, ' ').trim() : `${q} ${criterion}`.trim())
  return (
    <div class="line toolbar">
      <RowSearch
        label="Search requests"
        placeholder="Search: words, status:500, op:instances.list, header:…, -word"
        autoFocus={q !== '' && document.activeElement === document.body}
        value={q}
        search={search}
        row={-1}
        aria-invalid={problem !== undefined}
      />
      {CHIPS.map(([label, criterion, count]) => (
        <Chip key={label} isOn={has(criterion)} onClick={() => toggle(criterion)} count={data?.[count]}>
          {label}
        </Chip>
      ))}
      {data !== undefined && q !== '' && problem === undefined && (
        <span class="quiet" role="status">
          {grouped(data.total)} of {grouped(data.all)}
        </span>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </div>
  )
}

const search = (q: string): void => goTo({ view: 'requests', query: { q, request: undefined } }, { isReplacing: true })

const Nothing = ({ q }: { readonly q: string }) =>
  q === '' ? (
    <FirstSteps />
  ) : (
    <Empty text={`No request matches "${q}".`}>
      <Button onClick={() => search('')}>Show all</Button>
    </Empty>
  )
