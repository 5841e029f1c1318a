import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import type { ClosedExchange, LeftWorld, Recorder } from '../recorder.ts'
import { Coverage, type CoverageReport } from './coverage.ts'
import type { ExpectedFindings } from './expected-findings.ts'
import type { Loaded } from '../faults/match-list.ts'
import type { Fault } from '../faults/schema.ts'
import type { Finding } from './finding.ts'
import { FindingLog } from './finding-log.ts'
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

export const MAX_FAULT_TOTALS = 1000

/** Coverage and findings of a whole run, over all sandboxes and across resets. */
export class RunTotals implements Recorder {
  readonly #coverage = new Coverage()
  /** Findings of worlds that are still open: a test may yet say that it expects them. */
  readonly #open = new Map<ExpectedFindings, FindingLog>()
  readonly #left = new WeakSet<ExpectedFindings>()
  readonly #judged = new JudgedFindings()
  readonly #faults = new FaultTotals()
  #order = 0
  #exchanges = 0

  /** How many exchanges there were. */
  get exchanges(): number {
    return this.#exchanges
  }

  #changed: () => void = () => undefined

  /** Calls back whenever the totals change. */
  watch(listener: () => void): void {
    this.#changed = listener
  }

  /** Calls the listener: a test that says what it expects changes how findings are judged. */
  changed(): void {
    this.#changed()
  }

  closed(closed: ClosedExchange): void {
    this.#exchanges += 1
    this.#coverage.closed(closed)
    if (closed.exchange.observations.length > 0) this.#addFindings(closed)
    this.#changed()
  }

  #addFindings({ exchange: { operation, id, observations }, sandbox, expected }: ClosedExchange): void {
    const log = this.#open.get(expected) ?? new FindingLog()
    for (const { kind, text, advice } of observations) {
      this.#order += 1
      log.add({ kind, text, advice, operation, times: 1, exchange: id, sandbox }, this.#order)
    }
    // An exchange may end after its world was left.
    if (this.#left.has(expected)) this.#judged.add(expected, log)
    else this.#open.set(expected, log)
  }

  /** Judges the findings of a world that is left, and takes its faults over. */
  left({ findings: { expected }, faults, config }: LeftWorld): void {
    this.#faults.addWorld(faults.list(), config.scenario?.name ?? null, expected)
    const log = this.#open.get(expected)
    if (log !== undefined) this.#judged.add(expected, log)
    this.#open.delete(expected)
    this.#left.add(expected)
    this.#changed()
  }

  /**
   * @param open the worlds that are not left yet
   * @param inForce the rules that the server was started with
   */
  totals(open: readonly LeftWorld[], inForce: RulesInForce): Totals {
    const judged = this.#judged.fork()
    for (const [expected, log] of this.#open) judged.add(expected, log)
    const faults = this.#faults.fork()
    for (const { findings, faults: has, config } of open)
      faults.addWorld(has.list(), config.scenario?.name ?? null, findings.expected)
    return { coverage: this.#coverage.report(inForce), findings: judged.list(), faults: faults.list() }
  }

  /** It counts for all worlds. */
  fork(): this {
    return this
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

/** Findings that a test expected, apart from the others. */
class JudgedFindings {
  readonly #expected: FindingLog
  readonly #others: FindingLog

  constructor(expected = new FindingLog(), others = new FindingLog()) {
    this.#expected = expected
    this.#others = others
  }

  add(expected: ExpectedFindings, log: FindingLog): void {
    for (const { finding, order } of log.entries())
      (expected.covers(finding) ? this.#expected : this.#others).add(finding, order)
  }

  fork(): JudgedFindings {
    return new JudgedFindings(this.#expected.fork(), this.#others.fork())
  }

  list(): readonly Finding[] {
    return [
      ...this.#others.list(),
      ...this.#expected.list().map((finding): Finding => ({ ...finding, expected: true })),
    ]
  }
}

/** Faults that must fire, by scenario and name. One need not fire in every world. */
class FaultTotals {
  readonly #byKey: Map<string, FaultTotal>

  constructor(byKey: ReadonlyMap<string, FaultTotal> = new Map()) {
    this.#byKey = new Map(byKey)
  }

  addWorld(faults: readonly Loaded<Fault>[], scenario: string | null, expected: ExpectedFindings): void {
    for (const { written: fault, matched, fired } of faults) {
      if (!fault.must_fire) continue
      const operation = fault.match.operation ?? null
      const isExpected = expected.covers({ kind: 'fault-never-fired', operation })
      this.#add({ scenario, name: fault.name, operation, matched, fired, expected: isExpected })
    }
  }

  #add(fault: FaultTotal): void {
    const key = JSON.stringify([fault.scenario, fault.name])
    const known = this.#byKey.get(key)
    if (known !== undefined || this.#byKey.size < MAX_FAULT_TOTALS) this.#byKey.set(key, sumOf(known, fault))
  }

  fork(): FaultTotals {
    return new FaultTotals(this.#byKey)
  }

  list(): readonly FaultTotal[] {
    return [...this.#byKey.values()]
  }
}

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
