/** Real time, for the one clock that needs it. */
export interface TimeSource {
  /** Unix milliseconds. */
  nowMs(): number
}

const wallTime: TimeSource = { nowMs: () => Date.now() }

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
  /** One sentence for the receipt. */
  readonly text: string
  readonly happen?: () => void
}

/** Lists what falls due after one instant, up to and including another (Unix milliseconds). */
export type Agenda = (afterMs: number, untilMs: number) => readonly Due[]

/** The end of the year 9999, the last that ISO 8601 writes with four digits. */
export const MAX_UNIX_SECONDS = 253_402_300_799

/** Thrown when a clock is asked to go back, or past the year 9999. */
export class ClockBoundsError extends Error {}

/** The one clock of a sandbox. It runs with real time or stands still, and it only moves forward. */
export class Clock {
  readonly #source: TimeSource
  #mode: ClockMode
  /** Frozen: the instant. Real: what is added to real time. */
  #instantMs: number
  /** Real time may be set back; this clock stands still until it catches up. */
  #latestMs = Number.NEGATIVE_INFINITY

  constructor(start: ClockStart, source: TimeSource = wallTime) {
    this.#source = source
    this.#mode = start.mode
    const nowMs = source.nowMs()
    const atMs = start.atMs ?? nowMs
    this.#instantMs = start.mode === 'frozen' ? atMs : atMs - nowMs
  }

  /** A clock that stands or runs as this one does, and goes its own way. */
  fork(): Clock {
    return new Clock({ mode: this.#mode, atMs: this.nowMs }, this.#source)
  }

  get mode(): ClockMode {
    return this.#mode
  }

  /** Unix milliseconds. */
  get nowMs(): number {
    if (this.#mode === 'frozen') return this.#instantMs
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
   * Moves to an instant and freezes or runs from there; answers with what fell due on the way, in time order.
   * @throws ClockBoundsError when the instant lies in the past of this clock, or too far ahead
   */
  set(atMs: number, mode: ClockMode, agenda: Agenda): readonly Due[] {
    return this.#move(this.nowMs, atMs, mode, agenda)
  }

  /**
   * Moves forward by a span.
   * @throws ClockBoundsError
   */
  advance(byMs: number, agenda: Agenda): readonly Due[] {
    const fromMs = this.nowMs
    return this.#move(fromMs, fromMs + byMs, this.#mode, agenda)
  }

  #move(fromMs: number, toMs: number, mode: ClockMode, agenda: Agenda): readonly Due[] {
    if (toMs < fromMs) throw new ClockBoundsError(`the clock stands at ${isoInstant(fromMs)} and only moves forward`)
    if (toMs > MAX_UNIX_SECONDS * 1000) throw new ClockBoundsError('the clock ends with the year 9999')
    this.#mode = 'frozen'
    const receipt = agenda(fromMs, toMs).toSorted((a, b) => a.atMs - b.atMs)
    for (const due of receipt) {
      this.#instantMs = due.atMs
      due.happen?.()
    }
    this.#instantMs = mode === 'frozen' ? toMs : toMs - this.#source.nowMs()
    this.#mode = mode
    return receipt
  }
}

export const isoInstant = (ms: number): string => new Date(ms).toISOString()

/** Unix milliseconds of an ISO 8601 instant. */
export const instantMs = (iso: string): number => Date.parse(iso)

/** As the HTTP header Date writes it. */
export const httpDate = (ms: number): string => new Date(ms).toUTCString()
