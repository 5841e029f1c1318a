// The global ones may be faked by the tests that this process runs.
import { clearTimeout, setTimeout } from 'node:timers'
import type { LogOutput } from '../../node/processes/log-output.ts'
import type { Exchange } from '../../testing/journal/exchange.ts'
import type { ExchangeLine } from './pretty.ts'

/** A page polls a few addresses in turn. */
const MAX_RECENT_LINES = 8

/** How long a repeat waits for its line; each time that nothing else came, twice as long. */
const FIRST_WAIT_MS = 1000
const MAX_REPEATS_WAIT_MS = 32_000

/** An exchange whose line is written, and the equal ones since that have none yet. */
interface Recent {
  exchange: Exchange
  readonly sandbox: string
  repeats: number
  longestMs: number | null
}

/**
 * Writes exchanges, and of GETs that repeat a recent one only one line for all of them: as soon as another line is
 * written, after a while, and when the process ends.
 */
export class Repeats {
  readonly #output: LogOutput
  readonly #line: ExchangeLine
  #recent: Recent[] = []
  #cancelWait: (() => void) | undefined
  #waitMs = FIRST_WAIT_MS

  constructor(output: LogOutput, line: ExchangeLine) {
    this.#output = output
    this.#line = line
  }

  write(exchange: Exchange, sandbox: string): void {
    for (const each of this.#recent) if (isRepeat(each, exchange, sandbox)) return this.#count(each, exchange)
    this.#tell()
    this.#waitMs = FIRST_WAIT_MS
    if (exchange.method !== 'GET') this.#recent = []
    else if (this.#recent.push({ exchange, sandbox, repeats: 0, longestMs: null }) > MAX_RECENT_LINES)
      this.#recent.shift()
    this.#output.write(this.#line(exchange, sandbox))
  }

  /** What comes next repeats nothing. */
  end(): void {
    this.#tell()
    this.#recent = []
  }

  #count(each: Recent, exchange: Exchange): void {
    each.exchange = exchange
    each.repeats += 1
    const { realMs } = exchange
    if (realMs !== null && !(each.longestMs !== null && each.longestMs > realMs)) each.longestMs = realMs
    this.#cancelWait ??= this.#wait()
  }

  #wait(): () => void {
    const timer = setTimeout(() => {
      this.#tell()
      this.#waitMs = Math.min(2 * this.#waitMs, MAX_REPEATS_WAIT_MS)
    }, this.#waitMs).unref()
    const cancelAtExit = this.#output.atExit(() => this.#tell())
    return () => {
      clearTimeout(timer)
      cancelAtExit()
    }
  }

  /** Writes what was counted. */
  #tell(): void {
    if (this.#cancelWait === undefined) return
    this.#cancelWait()
    this.#cancelWait = undefined
    for (const each of this.#recent) {
      if (each.repeats === 0) continue
      this.#output.write(this.#line(each.exchange, each.sandbox, each.repeats, each.longestMs))
      each.repeats = 0
      each.longestMs = null
    }
  }
}

/** Whether their lines differ in nothing but time, duration and hint. */
const isRepeat = ({ exchange: known, sandbox }: Recent, exchange: Exchange, inSandbox: string): boolean =>
  exchange.method === 'GET' &&
  known.rules.join() === exchange.rules.join() &&
  known.status === exchange.status &&
  known.path === exchange.path &&
  known.query === exchange.query &&
  sandbox === inSandbox &&
  known.basis === exchange.basis &&
  known.stub === exchange.stub &&
  known.fault?.name === exchange.fault?.name &&
  (known.hint === null) === (exchange.hint === null)
