export interface Goal {
  readonly text: string
  readonly measured: string
  readonly met: boolean
}

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** What one work found. */
export interface Section {
  readonly title: string
  readonly about: string
  readonly tables: readonly Table[]
  readonly goals: readonly Goal[]
  /** Peers that could not be measured, and why. */
  readonly unmeasured: readonly string[]
  /** What could not be done by the simulator or by the bench's own servers; it fails the run. */
  readonly broken: readonly string[]
}

export interface Settings {
  readonly quick: boolean
  readonly rounds: number
  /** How often each of two servers is loaded in a round. */
  readonly windows: number
  readonly seconds: number
  /** How many requests each connection sends at most: what is tried only is the same load on a busy machine. */
  readonly turns: number
  readonly warmUpSeconds: number
  /** Only rivals whose name begins with one of these. */
  readonly rivals: readonly string[]
}
