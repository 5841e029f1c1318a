import type { ClosedExchange, Recorder } from '../recorder.ts'
import type { Exchange } from './exchange.ts'

export type ExchangeListener = (exchange: Exchange, sandbox: string) => void

/** Tells a listener of the exchanges of a server. */
export class ListenerRecorder implements Recorder {
  readonly #listener: ExchangeListener

  /** @param listener throws nothing */
  constructor(listener: ExchangeListener) {
    this.#listener = listener
  }

  closed({ exchange, sandbox }: ClosedExchange): void {
    this.#listener(exchange, sandbox)
  }

  fork(): this {
    return this
  }
}
