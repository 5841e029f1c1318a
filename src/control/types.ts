import type { Hono } from 'hono'
import type { ClockChoice, ClockSpec } from '../testing/scenarios/clock-spec.ts'
import type { CoverageReport } from '../testing/findings/coverage.ts'
import type { ExpectedFinding, ShownExpectation } from '../testing/findings/expected-findings.ts'
import type { Finding, FindingKind } from '../testing/findings/finding.ts'
import type { HeldRequest } from '../testing/faults/pending-delays.ts'
import type {
  FixtureDocument,
  RuleChoices,
  FaultDocument,
  JournalFilter,
  RequestMatch,
  ShownExchange,
  StubDocument,
  Verified,
} from '../testing/documents.ts'
import type { FixtureChoice, Library, ScenarioChoice } from '../testing/fixtures/library.ts'
import type { AddedStub, ShownFault, ShownStub, AddedFault } from '../testing/faults/present.ts'
import type { RowChange } from '../testing/journal/exchange.ts'
import type { Params } from '../testing/scenarios/params.ts'
import type { ShownTrial } from '../testing/trial/trial.ts'
import type { ClockMode } from '../kernel/clock.ts'
import type { Progression } from '../kernel/progression.ts'
import type { Dialect } from '../kernel/rules-in-force.ts'
import type { ShownRule } from './rules.ts'
import type { ExpectedCount } from '../testing/journal/verify.ts'

/** In what a reset differs from the start. */
export interface ResetOptions {
  /** A name, several to be put together, or a document. */
  readonly fixture?: FixtureChoice
  /** A name or a document. */
  readonly scenario?: ScenarioChoice
  readonly seed?: string
  /** `real`, `frozen`, an ISO 8601 instant at which it is frozen, or `{ at, frozen }`. */
  readonly clock?: ClockSpec
  readonly dialect?: Dialect
  /** What is chosen at single rules, by their ids. */
  readonly rules?: RuleChoices
}

/** What new sandboxes and resets start from, in what differs from before. */
export interface StartOptions extends Omit<ResetOptions, 'scenario'> {
  /** A name, a document, or null for none. */
  readonly scenario?: ScenarioChoice | null
}

/** What the server starts from. */
export interface ShownStart {
  /** Null for a document. */
  readonly fixture: string | null
  readonly scenario: string | null
  readonly seed: string
  readonly clock: { readonly mode: ClockMode; readonly at: string | null }
  readonly dialect: Dialect
  /** How many sandboxes keep their world until a reset. */
  readonly kept: number
  readonly msg: string
}

/** How a scenario is started. */
export interface ActivationOptions {
  /** As for a reset; wins over the scenario's own. Default: that, else the sandbox's clock goes on as it is, mode and instant. */
  readonly clock?: ClockSpec
}

/** The instant of a sandbox (ISO 8601), and whether it stands still. */
export interface ClockState {
  readonly now: string
  readonly mode: ClockMode
}

/** What happens at an instant (ISO 8601) by itself, such as `instance 32 runs`. */
export interface ShownEvent {
  readonly at: string
  readonly text: string
}

/** What fell due on the way, in time order. */
export interface Receipt extends ClockState {
  readonly happened: readonly ShownEvent[]
  /** Where the seconds of an advance look like milliseconds: what to write. */
  readonly msg?: string
}

/** A scenario that is active. */
export interface ShownScenario {
  readonly name: string
  readonly params: Params
  readonly description: string
}

/** What a consumer's pact may put into its requests: `fromProviderState('${hash_id}', ...)`. */
export type ProviderValues = Readonly<Record<string, string | number | boolean>>

/** The clock of a sandbox. It only moves forward. */
export interface SandboxClock {
  /** ISO 8601, with milliseconds. */
  readonly now: string
  readonly mode: ClockMode
  /** What comes next as it moves on, earliest first: at most ten. */
  readonly due: readonly ShownEvent[]
  /**
   * Moves forward; resolves with what fell due on the way, once all of it has happened. Requests that were made
   * before are on their way by then, so a fault that holds them is released in time.
   * @throws SteeringError `invalid_args` for what is not a span, `conflict` beyond the year 9999
   */
  readonly advance: (seconds: number) => Promise<Receipt>
  /** Stands still from now on, or at an ISO 8601 instant. @throws SteeringError `conflict` for one that is past */
  readonly freeze: (at?: string) => Promise<Receipt>
  /** Runs with real time from now on, or from an ISO 8601 instant. @throws SteeringError `conflict` for one that is past */
  readonly run: (at?: string) => Promise<Receipt>
}

/** One isolated world, steered by the test that owns it. Everything the control API does, without a port. */
export interface SimulatedSandbox {
  readonly name: string
  /** Base URL for clients. As long as nothing listens it is one that only `fetch` answers. */
  readonly url: string
  /**
   * Answers as the server would; a path is taken as one of this sandbox. Usable in place of the global `fetch`.
   * Follows redirects, and rejects as the `fetch` of Node does: with `cause.code` where a fault breaks the connection.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** Back to the start, or to another one. @throws SteeringError `invalid_args`, DocumentError; then nothing has changed */
  readonly reset: (to?: ResetOptions) => void
  readonly clock: SandboxClock
  /**
   * Starts a scenario anew, by name or as a document (which needs neither name nor description); null ends it.
   * Without an argument it changes nothing, and undefined is refused. The clock goes on as it is, unless the scenario or `how` names one.
   * @returns the active one
   * @throws DocumentError when it cannot be used, SteeringError `invalid_args` for `how`; then nothing has changed
   */
  readonly scenario: (choice?: ScenarioChoice | null, params?: Params, how?: ActivationOptions) => ShownScenario | null
  /** Every rule with its alternatives, and which of them is in force. */
  readonly rules: () => readonly ShownRule[]
  readonly faults: SandboxFaults
  readonly stubs: SandboxStubs
  readonly journal: SandboxJournal
  readonly snapshots: SandboxSnapshots
  /**
   * Opens the world as it was before an exchange of the journal in a sandbox of its own, at that instant. This one is
   * left as it is.
   * @param to a sandbox that does not exist yet; default: `<sandbox>-before-<id>`
   * @throws SteeringError `not_found` for no such exchange; `conflict` where the journal does not hold what is needed, or
   * the sandbox exists; `too_large` for one that does not fit into the memory budget
   */
  readonly fork: (id: number, to?: { readonly sandbox?: string }) => SimulatedSandbox
  /** The data as a fixture document, a copy. */
  readonly exportState: () => object
  /** Replaces the data. @throws SteeringError `invalid_args`, DocumentError when it cannot be used; then nothing has changed */
  readonly importState: (fixture: FixtureDocument | object) => void
  /** What a sweep injects into this run; null outside of one. */
  readonly trial: () => ShownTrial | null
  /** Every operation and rule with its hits. */
  readonly coverage: () => CoverageReport
  /** What the client should not have done. */
  readonly findings: () => readonly Finding[]
  /**
   * Names the findings that the test provokes on purpose, in place of those named before: they fail neither
   * `toHaveNoFindings` nor a report. It may be said before or after they happen, and holds until the next reset or
   * scenario. Without an argument it changes nothing.
   * @returns what is expected, and how often it was seen
   * @throws SteeringError `invalid_args` for an unknown kind or operation
   */
  readonly expectFindings: (expected?: readonly ExpectedFinding[]) => readonly ShownExpectation[]
  /** Pact's provider states. */
  readonly providerState: {
    /**
     * Resets to a state, or adds it to the state before when no request came since; answers with the values that a pact may use.
     * @throws SteeringError `not_found`; DocumentError, also where it contradicts the state before
     */
    readonly setUp: (state: string, params?: Params, how?: ActivationOptions) => ProviderValues
    readonly tearDown: () => void
  }
}

/** Where a server listens. */
export interface ListenOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** Default: 127.0.0.1. */
  readonly host?: string
}

/** A simulator, and its default sandbox. */
export interface Simulator extends SimulatedSandbox {
  /**
   * Everything that the simulator answers, as a Hono app: the interface, the control API and the pages, in Node, in a
   * browser and in a worker. A prefix `/~name/` or the header `X-Sim-Sandbox` names the sandbox. Its `fetch` rejects
   * with a TypeError where a fault takes the connection.
   * @example
   * const { app } = createSimulator()
   * export default app
   */
  readonly app: Hono
  /**
   * Serves it over HTTP as well; resolves with the base URL.
   * @throws the error of the operating system, e.g. EADDRINUSE; an Error when it listens already, or in a browser
   */
  readonly listen: (options?: ListenOptions) => Promise<string>
  /**
   * Replaces what new sandboxes and resets start from; what is left out stays. Sandboxes that exist keep their world.
   * @throws SteeringError, DocumentError when it cannot be used; then nothing has changed
   */
  readonly startFrom: (to: StartOptions) => ShownStart
  /**
   * Reads the files of fixtures and scenarios again. Sandboxes that exist keep their rows.
   * @throws DocumentError when one cannot be used; then nothing has changed
   */
  readonly reload: () => ShownStart
  /** Another sandbox, made on first use. @throws RangeError for a name that is none */
  readonly sandbox: (name: string) => SimulatedSandbox
  /** Forgets a sandbox. False when there is none by that name, or for `default`, which always exists. */
  readonly drop: (name: string) => boolean
  /** Ends every held request, without a response, and stops listening. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export type { Config } from '../sandbox/config.ts'
export type { SimulatorOptions } from '../sandbox/options.ts'
export type * from '../testing/documents.ts'
export type {
  AddedStub,
  ClockChoice,
  ClockSpec,
  CoverageReport,
  ExpectedFinding,
  Finding,
  FindingKind,
  FixtureChoice,
  HeldRequest,
  Library,
  Params,
  Progression,
  RowChange,
  ScenarioChoice,
  ShownExpectation,
  ShownFault,
  ShownTrial,
  ShownStub,
}

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
