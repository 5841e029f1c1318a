import { randomSecret } from '../kernel/secret.ts'

/** What a process knows of itself. */
export interface Vitals {
  /** ISO 8601, in real time. */
  readonly started_at: string
  readonly uptime_s: number
  readonly rss_bytes: number
  /** The longest time that the event loop was late since this was asked last. */
  readonly loop_lag_ms: number
}

/** One simulator that runs. Behind a router there may be several, each with sandboxes of its own. */
export class Instance {
  readonly id: string
  /** Undefined in browsers. */
  readonly vitals: (() => Vitals) | undefined
  /** False while rows are made that requests would wait for. */
  isReady = true

  constructor(vitals: (() => Vitals) | undefined, id = randomSecret().slice(0, 12)) {
    this.id = id
    this.vitals = vitals
  }
}
