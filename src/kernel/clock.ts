import { nextTurn } from './next-turn.ts'

/** Real time, for the one clock that needs it. */
export interface TimeSource {
  /** Unix milliseconds. */
  nowMs(): number
  /** Calls back after a span, unless it is cancelled. */
  after(ms: number, callback: () => void): () => void
}

/** `setTimeout` takes no longer delay than this. */
export const MAX_TIMER_MS = 2 ** 31 - 1

const wallTime: TimeSource = {
  nowMs: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(ms, MAX_TIMER_MS))
    return () => clearTimeout(timer)
  },
}

export type ClockMode = 'real' | 'frozen'

/** How a clock starts: running or standing still, at an instant (Unix milliseconds) or with real time. */
export interface ClockStart {
  readonly mode: ClockMode
  readonly atMs?: number
}

/** An event at an instant of the clock: a delay ends, an entry of a timeline is made, an instance starts to run. */
export interface DueEvent {
  /** Unix milliseconds. */
  readonly atMs: number
  /** The coming change, in one sentence. */
  readonly text: string
  /** Makes it happen; resolves when everything that follows from it at once is done too. */
  readonly run?: () => void | Promise<void>
  /** What really happened, where that may differ from `text`, e.g. because the row is gone. Called after the event. */
  readonly outcome?: () => string
}

/** The events after one instant, up to and including another (Unix milliseconds): at least the earliest of them. The clock passes over any others. */
export type Schedule = (afterMs: number, untilMs: number) => readonly DueEvent[]

/** After so many events, a move of the clock lets other requests of the server run. */
const EVENTS_PER_TURN = 10

/** The end of the year 9999, the last that ISO 8601 writes with four digits. */
export const MAX_UNIX_SECONDS = 253_402_300_799

/** Thrown when a clock is asked to go back, or past the year 9999. */
export class ClockBoundsError extends Error {}

/** The one clock of a sandbox. It runs with real time or stands still, and it only moves forward. */
export class Clock {
  readonly #source: TimeSource
  readonly #sleepers = new Set<DueEvent & { readonly run: () => void | Promise<void> }>()
  #mode: ClockMode
  /** During a move it stands still at each instant, in either mode. */
  #isMoving = false
  /** Frozen or moving: the instant. Real: the milliseconds added to real time. */
  #instantMs: number
  /** Real time may be set back; this clock stands still until it catches up. */
  #latestMs = Number.NEGATIVE_INFINITY
  #cancelTimer: () => void = () => undefined
  #isStopped = false
  /** One move after the other. */
  #moving: Promise<unknown> = Promise.resolve()

  constructor(start: ClockStart, source: TimeSource = wallTime) {
    this.#source = source
    this.#mode = start.mode
    const nowMs = source.nowMs()
    const atMs = start.atMs ?? nowMs
    this.#instantMs = start.mode === 'frozen' ? atMs : atMs - nowMs
  }

  /** An independent clock with no event scheduled, at the same instant in the same mode where no other is named. */
  fork(start: ClockStart = this.asStart): Clock {
    return new Clock(start, this.#source)
  }

  /** The start of a clock that goes on from this instant in this mode. */
  get asStart(): ClockStart {
    return { mode: this.#mode, atMs: this.nowMs }
  }

  /** During a move: the mode in which the move ends. */
  get mode(): ClockMode {
    return this.#mode
  }

  /** Whether two readings in a row give the same instant: the clock is frozen, or stops at an instant of a move. */
  get stands(): boolean {
    return this.#mode === 'frozen' || this.#isMoving
  }

  /** Unix milliseconds. */
  get nowMs(): number {
    if (this.stands) return this.#instantMs
    this.#latestMs = Math.max(this.#latestMs, this.#source.nowMs() + this.#instantMs)
    return this.#latestMs
  }

  /** Unix milliseconds of real time, which tell how long something really took. */
  get realMs(): number {
    return this.#source.nowMs()
  }

  /** Unix seconds. */
  get nowSeconds(): number {
    return this.nowMs / 1000
  }

  /** ISO 8601, with milliseconds. */
  get nowIso(): string {
    return isoInstant(this.nowMs)
  }

  /**
   * Runs a function once this clock has moved on by a span. Under a frozen clock it waits for an advance.
   * @returns a function that cancels it
   */
  schedule(byMs: number, text: string, run: () => void | Promise<void>): () => void {
    const sleeper = { atMs: this.nowMs + byMs, text, run }
    this.#sleepers.add(sleeper)
    this.#setTimer()
    return () => {
      this.#sleepers.delete(sleeper)
      this.#setTimer()
    }
  }

  /** From now on no event of this clock runs, not even during a move that is under way. */
  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  /**
   * Moves to an instant and freezes or runs from there.
   * @returns the events on the way, in time order, once all of them have run
   * @throws ClockBoundsError when the instant lies in the past of this clock, or too far ahead
   */
  set(atMs: number | undefined, mode: ClockMode, schedule: Schedule): Promise<readonly DueEvent[]> {
    return this.#inTurn((fromMs) => this.#move(fromMs, atMs ?? fromMs, mode, schedule))
  }

  /**
   * Moves forward by a span.
   * @throws ClockBoundsError
   */
  advance(byMs: number, schedule: Schedule): Promise<readonly DueEvent[]> {
    return this.#inTurn((fromMs) => this.#move(fromMs, fromMs + byMs, this.#mode, schedule))
  }

  #inTurn(move: (fromMs: number) => Promise<readonly DueEvent[]>): Promise<readonly DueEvent[]> {
    const moved = this.#moving.then(() => move(this.nowMs))
    this.#moving = moved.catch(() => undefined)
    return moved
  }

  async #move(fromMs: number, toMs: number, mode: ClockMode, schedule: Schedule): Promise<readonly DueEvent[]> {
    if (toMs < fromMs) throw new ClockBoundsError(`the clock stands at ${isoInstant(fromMs)} and only moves forward`)
    if (toMs > MAX_UNIX_SECONDS * 1000) throw new ClockBoundsError('the clock ends with the year 9999')
    this.#cancelTimer()
    this.#isMoving = true
    this.#mode = mode
    this.#instantMs = fromMs
    const receipt: DueEvent[] = []
    try {
      for (let due = this.#next(toMs, schedule); due !== undefined; due = this.#next(toMs, schedule)) {
        for (const each of due) {
          receipt.push(each)
          await each.run?.()
          if (receipt.length % EVENTS_PER_TURN === 0) await nextTurn()
        }
      }
    } finally {
      this.#instantMs = mode === 'frozen' ? toMs : toMs - this.#source.nowMs()
      this.#isMoving = false
      this.#setTimer()
    }
    return receipt
  }

  /** Moves to the next instant at which something is due, and takes all that is due then. */
  #next(toMs: number, schedule: Schedule): readonly DueEvent[] | undefined {
    if (this.#isStopped) return undefined
    const sleepers = [...this.#sleepers].filter(({ atMs }) => atMs <= toMs)
    const planned = schedule(this.#instantMs, toMs).filter(({ atMs }) => atMs > this.#instantMs && atMs <= toMs)
    const earliest = earliestOf([...sleepers, ...planned])
    if (earliest === Number.POSITIVE_INFINITY) return undefined
    this.#instantMs = Math.max(this.#instantMs, earliest)
    const awake = sleepers.filter(({ atMs }) => atMs === earliest)
    for (const sleeper of awake) this.#sleepers.delete(sleeper)
    return [...planned.filter(({ atMs }) => atMs === earliest), ...awake]
  }

  /** Under a running clock real time wakes the sleepers. */
  #setTimer(): void {
    this.#cancelTimer()
    if (this.#isStopped || this.stands || this.#sleepers.size === 0) return
    const earliest = earliestOf([...this.#sleepers])
    this.#cancelTimer = this.#source.after(Math.max(0, earliest - this.nowMs), () => {
      const due = [...this.#sleepers].filter(({ atMs }) => atMs <= this.nowMs).toSorted((a, b) => a.atMs - b.atMs)
      for (const sleeper of due) {
        this.#sleepers.delete(sleeper)
        void Promise.resolve(sleeper.run())
      }
      this.#setTimer()
    })
  }
}

const earliestOf = (list: readonly DueEvent[]): number =>
  list.reduce((earliest, { atMs }) => Math.min(earliest, atMs), Number.POSITIVE_INFINITY)

/** An instant (Unix milliseconds) in ISO 8601. */
export const isoInstant = (ms: number): string => new Date(ms).toISOString()

/** @param now ISO 8601 */
export const standsAt = (now: string): string => `the clock stands at ${now}`

/** When a span of time is over, and under a frozen clock the call that moves it. */
export function describeWait({ nowMs, mode }: Pick<Clock, 'nowMs' | 'mode'>, byMs: number): string {
  const seconds = byMs / 1000
  if (mode === 'real') return `in ${seconds} s of the sandbox's clock`
  const stands = standsAt(isoInstant(nowMs))
  return `at ${isoInstant(nowMs + byMs)}; ${stands}: advance it by ${seconds} s with POST /_sim/clock/advance {"seconds": ${seconds}}`
}

const FROZEN_WAIT = /at \S+; the clock stands at \S+: advance it by (\S+) s with POST \/_sim\/clock\/advance \{[^}]*\}/

/** A wait that {@link describeWait} described, as it is under a clock that runs. */
export const asRunning = (text: string): string => text.replace(FROZEN_WAIT, "in $1 s of the sandbox's clock")

/** Unix milliseconds of an ISO 8601 instant. */
export const instantMs = (iso: string): number => Date.parse(iso)

/** An instant (Unix milliseconds) as the HTTP header Date writes it. */
export const httpDate = (ms: number): string => new Date(ms).toUTCString()
