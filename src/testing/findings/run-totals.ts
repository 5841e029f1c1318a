import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import type { ClosedExchange, LeftWorld, Recorder } from '../recorder.ts'
import { Coverage, type CoverageReport } from './coverage.ts'
import type { ExpectedFindings } from './expected-findings.ts'
import { type Finding, FindingLog } from './finding.ts'
import { neverFired } from './findings.ts'

/** A fault that must fire, over all worlds that had it. */
export interface FaultTotal {
  readonly scenario: string | null
  readonly name: string
  readonly operation: string | null
  readonly matched: number
  readonly fired: number
  /** Whether every world that had it expected it not to fire. */
  readonly expected: boolean
}

/** What a run amounts to, in a form that can be written to a file and added to that of another process. */
export interface Totals {
  readonly coverage: CoverageReport
  /** Without faults that never fired: what did not fire here may have fired in another process. */
  readonly findings: readonly Finding[]
  readonly faults: readonly FaultTotal[]
}

const MAX_FAULT_TOTALS = 1000

/** What worlds amount to: their findings, those apart that a test expected, and their faults. */
interface Judged {
  readonly expected: FindingLog
  readonly others: FindingLog
  /** Faults that must fire, by scenario and name. One need not fire in every world. */
  readonly faults: Map<string, FaultTotal>
}

/** Coverage and findings of a whole run, over all sandboxes and across resets. */
export class RunTotals implements Recorder {
  readonly #coverage = new Coverage()
  /** Findings of worlds that are still open: a test may yet say that it expects them. */
  readonly #open = new Map<ExpectedFindings, FindingLog>()
  readonly #left = new WeakSet<ExpectedFindings>()
  readonly #judged: Judged = { expected: new FindingLog(), others: new FindingLog(), faults: new Map() }
  #order = 0
  #exchanges = 0
  #listener: () => void = () => undefined

  /** How many exchanges there were. */
  get exchanges(): number {
    return this.#exchanges
  }

  /** Calls back whenever the totals change. */
  watch(listener: () => void): void {
    this.#listener = listener
  }

  /** Calls the listener: a test that says what it expects changes how findings are judged. */
  changed(): void {
    this.#listener()
  }

  closed(closed: ClosedExchange): void {
    this.#exchanges += 1
    this.#coverage.closed(closed)
    if (closed.exchange.observations.length > 0) this.#addFindings(closed)
    this.changed()
  }

  #addFindings({ exchange: { operation, id, observations }, sandbox, expected }: ClosedExchange): void {
    const log = this.#open.get(expected) ?? new FindingLog()
    for (const observation of observations) {
      this.#order += 1
      log.add({ ...observation, operation, times: 1, exchange: id, sandbox }, this.#order)
    }
    // An exchange may end after its world was left.
    if (this.#left.has(expected)) judge(log, expected, this.#judged)
    else this.#open.set(expected, log)
  }

  /** Judges the findings of a world that is left, and takes its faults over. */
  left(world: LeftWorld): void {
    const { expected } = world.findings
    addFaults(world, this.#judged)
    judge(this.#open.get(expected), expected, this.#judged)
    this.#open.delete(expected)
    this.#left.add(expected)
    this.changed()
  }

  /**
   * @param open the worlds that are not left yet
   * @param inForce the rules that the server was started with
   */
  totals(open: readonly LeftWorld[], inForce: RulesInForce): Totals {
    const { expected, others, faults } = this.#judged
    const judged: Judged = { expected: expected.fork(), others: others.fork(), faults: new Map(faults) }
    for (const [its, log] of this.#open) judge(log, its, judged)
    for (const world of open) addFaults(world, judged)
    return {
      coverage: this.#coverage.report(inForce),
      findings: [
        ...judged.others.list(),
        ...judged.expected.list().map((finding): Finding => ({ ...finding, expected: true })),
      ],
      faults: [...judged.faults.values()],
    }
  }

  /** It counts for all worlds. */
  fork(): this {
    return this
  }
}

function judge(log: FindingLog | undefined, expected: ExpectedFindings, into: Judged): void {
  for (const { finding, order } of log?.entries() ?? [])
    (expected.covers(finding) ? into.expected : into.others).add(finding, order)
}

function addFaults({ faults, config, findings }: LeftWorld, into: Judged): void {
  for (const { written, matched, fired } of faults.list()) {
    if (!written.must_fire) continue
    const { name, match } = written
    const operation = match.operation ?? null
    const scenario = config.scenario?.name ?? null
    const expected = findings.expected.covers({ kind: 'fault-never-fired', operation })
    const key = JSON.stringify([scenario, name])
    const known = into.faults.get(key)
    if (known !== undefined || into.faults.size < MAX_FAULT_TOTALS)
      into.faults.set(key, sumOf(known, { scenario, name, operation, matched, fired, expected }))
  }
}

/** What the faults amount to that fired in none of a run's worlds. */
export const silentIn = (faults: readonly FaultTotal[]): readonly Finding[] =>
  faults
    .filter(({ fired }) => fired === 0)
    .map(({ name, operation, matched, expected }) => ({
      ...neverFired(name, operation, matched),
      ...(expected && { expected }),
    }))

/** The same fault in more worlds. */
export const sumOf = (known: FaultTotal | undefined, fault: FaultTotal): FaultTotal =>
  known === undefined
    ? fault
    : {
        ...fault,
        matched: known.matched + fault.matched,
        fired: known.fired + fault.fired,
        expected: known.expected && fault.expected,
      }
