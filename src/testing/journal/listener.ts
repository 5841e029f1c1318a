import type { Recorder } from '../recorder.ts'
import type { Exchange } from './exchange.ts'

export type ExchangeListener = (exchange: Exchange, sandbox: string) => void

/** Tells a listener of the exchanges of a server. @param listener throws nothing */
export function createListenerRecorder(listener: ExchangeListener): Recorder {
  const recorder: Recorder = {
    closed: ({ exchange, sandbox }) => listener(exchange, sandbox),
    fork: () => recorder,
  }
  return recorder
}
