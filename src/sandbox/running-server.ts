/** What a process knows of itself. */
export interface Vitals {
  /** ISO 8601, in real time. */
  readonly started_at: string
  readonly uptime_s: number
  readonly rss_bytes: number
  /** The longest time that the event loop was late since this was asked last. */
  readonly loop_lag_ms: number
}

const ID_BITS = 48

/** Tells one running simulator from another. No secret: the system's random bits take memory and time at a start. */
export const instanceId = (): string =>
  // oxlint-disable-next-line no-restricted-properties -- no value of the simulation
  Math.floor(Math.random() * 2 ** ID_BITS)
    .toString(16)
    .padStart(ID_BITS / 4, '0')

/** One simulator that runs. Behind a router there may be several, each with other sandboxes. */
export interface RunningServer {
  readonly id: string
  /** Undefined in browsers. */
  readonly vitals: (() => Vitals) | undefined
}
