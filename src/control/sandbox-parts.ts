import type { HeldRequest } from '../testing/faults/pending-delays.ts'
import type { ExpectedCount } from '../testing/journal/verify.ts'
import type { AddedFault, AddedStub, ShownFault, ShownStub } from '../testing/faults/present.ts'
import type {
  FaultDocument,
  JournalFilter,
  RequestMatch,
  ShownExchange,
  StubDocument,
  Verified,
} from '../testing/documents.ts'

export type { ExpectedCount }

/** The faults of a sandbox. */
export interface SandboxFaults {
  /** With their hits. */
  readonly list: () => readonly ShownFault[]
  /** The requests that they hold: those that wait for their answers. */
  readonly held: () => readonly HeldRequest[]
  /** Adds one, or replaces the one of its name, which `msg` then says. @throws SteeringError `invalid_args` */
  readonly add: (fault: FaultDocument) => AddedFault
  /** Takes one away and releases what it holds. @throws SteeringError `not_found` */
  readonly remove: (name: string) => void
  readonly clear: () => void
}

/** The stubs of a sandbox: answers to calls that no operation takes. */
export interface SandboxStubs {
  /** With how many requests each answered. */
  readonly list: () => readonly ShownStub[]
  /** Adds one, or replaces the one of its name, which `msg` then says. @throws SteeringError `invalid_args` */
  readonly add: (stub: StubDocument) => AddedStub
  /** @throws SteeringError `not_found` */
  readonly remove: (name: string) => void
  readonly clear: () => void
}

/** What a sandbox was asked, and what it answered; secrets are masked. */
export interface SandboxJournal {
  /** How many exchanges were dropped for want of room. */
  readonly dropped: number
  /** Oldest first. @throws SteeringError `invalid_args` */
  readonly list: (filter?: JournalFilter) => readonly ShownExchange[]
  readonly find: (id: number) => ShownExchange | undefined
  /** Counts the requests that match (default: at least one is expected) and names the nearest that do not. @throws SteeringError `invalid_args` */
  readonly verify: (match: RequestMatch, count?: ExpectedCount) => Verified
  readonly clear: () => void
}

/** Named moments of a whole sandbox. */
export interface SandboxSnapshots {
  readonly list: () => readonly string[]
  /** @throws SteeringError `invalid_args` for a bad name, `conflict` for the 101st, `too_large` for one that does not fit into the memory budget */
  readonly take: (name: string) => void
  /** @throws SteeringError `not_found` */
  readonly restore: (name: string) => void
  /** @throws SteeringError `not_found` */
  readonly delete: (name: string) => void
}
