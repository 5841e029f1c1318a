import type { ResetOptions, SimulatedSandbox, Simulator, SimulatorOptions } from './types.ts'

/** What the tests of one file share. */
interface FileFixtures {
  /** What the simulator is made with. */
  readonly simulatorOptions: SimulatorOptions
  /** The simulator of the whole file. */
  readonly simulator: Simulator
}

interface TestFixtures {
  /** What the sandbox of a test starts from, if not from the start of the file. */
  readonly sandboxOptions: ResetOptions
  /** A fresh sandbox for each test. */
  readonly sim: SimulatedSandbox
  /** The base URL of that sandbox, on a free port. */
  readonly simUrl: string
}

/** What a test is given. */
export interface SimulatorFixtures extends FileFixtures, TestFixtures {
  // Vitest's own names, by which it knows what belongs to a file and what to a test.
  readonly $__file?: FileFixtures
  readonly $__test?: TestFixtures
}
