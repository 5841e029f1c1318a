import { nextTurn } from './next-turn.ts'

/** Real time, for the one clock that needs it. */
export interface TimeSource {
  /** Unix milliseconds. */
  nowMs(): number
  /** Calls back after a span, unless it is cancelled. */
  after(ms: number, callback: () => void): () => void
}

/** A timer takes no longer span than this. */
const MAX_TIMER_MS = 2 ** 31 - 1

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

/** Something that was waiting for its instant. */
export interface Due {
  /** Unix milliseconds. */
  readonly atMs: number
  /** What is to come, in one sentence. */
  readonly text: string
  /** Resolves when all that follows at once has happened. */
  readonly happen?: () => void | Promise<void>
  /** What came of it, where that may be something else; asked once it has happened. */
  readonly came?: () => string
}

/** Lists what falls due after one instant, up to and including another (Unix milliseconds): at least what does so first. */
export type Agenda = (afterMs: number, untilMs: number) => readonly Due[]

/** After so many, a move lets others at the server have their turn. */
const DUE_AT_ONCE = 10

/** The end of the year 9999, the last that ISO 8601 writes with four digits. */
export const MAX_UNIX_SECONDS = 253_402_300_799

/** Thrown when a clock is asked to go back, or past the year 9999. */
export class ClockBoundsError extends Error {}

/** The one clock of a sandbox. It runs with real time or stands still, and it only moves forward. */
export class Clock {
  readonly #source: TimeSource
  readonly #sleepers = new Set<Due & { readonly happen: () => void | Promise<void> }>()
  #mode: ClockMode
  /** During a move it stands still at each instant, in either mode. */
  #isMoving = false
  /** Frozen or moving: the instant. Real: what is added to real time. */
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

  /** A clock that stands or runs as this one does, and goes its own way; nobody sleeps on it. */
  fork(): Clock {
    return new Clock(this.asStart, this.#source)
  }

  /** How a clock starts that goes on from here. */
  get asStart(): ClockStart {
    return { mode: this.#mode, atMs: this.nowMs }
  }

  /** During a move, the one that it ends in. */
  get mode(): ClockMode {
    return this.#mode
  }

  /** Whether no time passes between two looks: it is frozen, or at an instant of a move. */
  get stands(): boolean {
    return this.#mode === 'frozen' || this.#isMoving
  }

  /** Unix milliseconds. */
  get nowMs(): number {
    if (this.stands) return this.#instantMs
    this.#latestMs = Math.max(this.#latestMs, this.#source.nowMs() + this.#instantMs)
    return this.#latestMs
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
   * Has something happen once this clock has moved on by a span. Under a frozen clock it waits for an advance.
   * @returns a function that takes it back
   */
  schedule(byMs: number, text: string, happen: () => void | Promise<void>): () => void {
    const sleeper = { atMs: this.nowMs + byMs, text, happen }
    this.#sleepers.add(sleeper)
    this.#setTimer()
    return () => {
      this.#sleepers.delete(sleeper)
      this.#setTimer()
    }
  }

  /** Nothing falls due on this clock any more, not even on a move that is under way. */
  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  /**
   * Moves to an instant and freezes or runs from there; answers with what fell due on the way, in time order,
   * once all of it has happened.
   * @throws ClockBoundsError when the instant lies in the past of this clock, or too far ahead
   */
  set(atMs: number | undefined, mode: ClockMode, agenda: Agenda): Promise<readonly Due[]> {
    return this.#inTurn((fromMs) => this.#move(fromMs, atMs ?? fromMs, mode, agenda))
  }

  /**
   * Moves forward by a span.
   * @throws ClockBoundsError
   */
  advance(byMs: number, agenda: Agenda): Promise<readonly Due[]> {
    return this.#inTurn((fromMs) => this.#move(fromMs, fromMs + byMs, this.#mode, agenda))
  }

  #inTurn(move: (fromMs: number) => Promise<readonly Due[]>): Promise<readonly Due[]> {
    const moved = this.#moving.then(() => move(this.nowMs))
    this.#moving = moved.catch(() => undefined)
    return moved
  }

  async #move(fromMs: number, toMs: number, mode: ClockMode, agenda: Agenda): Promise<readonly Due[]> {
    if (toMs < fromMs) throw new ClockBoundsError(`the clock stands at ${isoInstant(fromMs)} and only moves forward`)
    if (toMs > MAX_UNIX_SECONDS * 1000) throw new ClockBoundsError('the clock ends with the year 9999')
    this.#cancelTimer()
    this.#isMoving = true
    this.#mode = mode
    this.#instantMs = fromMs
    const receipt: Due[] = []
    try {
      for (let due = this.#next(toMs, agenda); due !== undefined; due = this.#next(toMs, agenda)) {
        for (const each of due) {
          receipt.push(each)
          await each.happen?.()
          if (receipt.length % DUE_AT_ONCE === 0) await nextTurn()
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
  #next(toMs: number, agenda: Agenda): readonly Due[] | undefined {
    if (this.#isStopped) return undefined
    const sleepers = [...this.#sleepers].filter(({ atMs }) => atMs <= toMs)
    const planned = agenda(this.#instantMs, toMs).filter(({ atMs }) => atMs > this.#instantMs && atMs <= toMs)
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
        void Promise.resolve(sleeper.happen())
      }
      this.#setTimer()
    })
  }
}

const earliestOf = (list: readonly Due[]): number =>
  list.reduce((earliest, { atMs }) => Math.min(earliest, atMs), Number.POSITIVE_INFINITY)

export const isoInstant = (ms: number): string => new Date(ms).toISOString()

/** Unix milliseconds of an ISO 8601 instant. */
export const instantMs = (iso: string): number => Date.parse(iso)

let lastDate = { second: Number.NaN, text: '' }

/** As the HTTP header Date writes it; many requests ask within one second. */
export function httpDate(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== lastDate.second) lastDate = { second, text: new Date(ms).toUTCString() }
  return lastDate.text
}
