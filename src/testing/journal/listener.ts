import type { ClosedExchange, Recorder } from '../recorder.ts'
import { presentExchange, type ShownExchange } from './present-exchange.ts'

export type ExchangeListener = (exchange: ShownExchange, sandbox: string) => void

/** Shows the exchanges of a server to a listener. */
export class ListenerRecorder implements Recorder {
  readonly #listener: ExchangeListener

  /** @param listener throws nothing */
  constructor(listener: ExchangeListener) {
    this.#listener = listener
  }

  closed({ exchange, sandbox }: ClosedExchange): void {
    this.#listener(presentExchange(exchange), sandbox)
  }

  fork(): this {
    return this
  }
}
