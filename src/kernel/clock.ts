/** Real time, for the one clock that needs it. */
export interface TimeSource {
  /** Unix milliseconds. */
  nowMs(): number
}

export const wallTime: TimeSource = { nowMs: () => Date.now() }

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

/** Thrown when a clock is asked to go back. */
export class ClockGoesForwardError extends Error {}

/** The one clock of a sandbox. It runs with real time or stands still, and it only moves forward. */
export class Clock {
  readonly #source: TimeSource
  #mode: ClockMode
  /** Frozen: the instant. Real: what is added to real time. */
  #instantMs: number

  constructor(start: ClockStart, source: TimeSource = wallTime) {
    this.#source = source
    this.#mode = start.mode
    const nowMs = source.nowMs()
    const atMs = start.atMs ?? nowMs
    this.#instantMs = start.mode === 'frozen' ? atMs : atMs - nowMs
  }

  get mode(): ClockMode {
    return this.#mode
  }

  /** Unix milliseconds. */
  get nowMs(): number {
    return this.#mode === 'frozen' ? this.#instantMs : this.#source.nowMs() + this.#instantMs
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
   * Moves to an instant and freezes or runs from there.
   * @throws ClockGoesForwardError when the instant lies in the past of this clock
   */
  set(atMs: number, mode: ClockMode, agenda: Agenda): readonly Due[] {
    const fromMs = this.nowMs
    if (atMs < fromMs)
      throw new ClockGoesForwardError(`the clock stands at ${isoInstant(fromMs)} and only moves forward`)
    this.#mode = 'frozen'
    const receipt: Due[] = []
    for (const due of [...agenda(fromMs, atMs)].sort((a, b) => a.atMs - b.atMs)) {
      this.#instantMs = due.atMs
      due.happen?.()
      receipt.push(due)
    }
    this.#instantMs = mode === 'frozen' ? atMs : atMs - this.#source.nowMs()
    this.#mode = mode
    return receipt
  }

  /** Moves forward and answers with what fell due on the way, in time order. */
  advance(byMs: number, agenda: Agenda): readonly Due[] {
    return this.set(this.nowMs + byMs, this.#mode, agenda)
  }
}

export const isoInstant = (ms: number): string => new Date(ms).toISOString()

/** As the HTTP header Date writes it. */
export const httpDate = (ms: number): string => new Date(ms).toUTCString()
