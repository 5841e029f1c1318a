import { Coverage, type CoverageReport } from './coverage.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { ExpectedFindings } from './expected-findings.ts'
import type { CountedFault } from '../faults/faults.ts'
import { neverFired } from './findings.ts'
import { type Finding, MAX_OF_A_KIND, type Seen } from './found.ts'

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

/** What a tally reads of a world. */
export interface TalliedWorld {
  readonly findings: { readonly expected: ExpectedFindings }
  readonly faults: { list(): readonly CountedFault[] }
  readonly config: { readonly scenario?: { readonly name: string } }
}

export const MAX_FAULT_TOTALS = 1000

/** Coverage and findings of a whole run, over all sandboxes and across resets. */
export class Tally {
  readonly #coverage = new Coverage()
  /** Findings of worlds that are still open: a test may yet say that it expects them. */
  readonly #open = new Map<ExpectedFindings, Sightings>()
  readonly #left = new WeakSet<ExpectedFindings>()
  readonly #judged = new JudgedFindings()
  readonly #faults = new FaultTotals()
  #order = 0
  #changed: () => void = () => undefined

  /** Calls back whenever the totals change. */
  watch(listener: () => void): void {
    this.#changed = listener
  }

  /** Calls the listener: a test that says what it expects changes how findings are judged. */
  changed(): void {
    this.#changed()
  }

  /** Exchanges are numbered in their sandbox. */
  count(exchange: Exchange, seen: readonly Seen[], sandbox: string, expected: ExpectedFindings): void {
    this.#coverage.count(exchange)
    if (seen.length > 0) this.#see(exchange, seen, sandbox, expected)
    this.#changed()
  }

  #see({ operation, id }: Exchange, seen: readonly Seen[], sandbox: string, expected: ExpectedFindings): void {
    const sightings = this.#open.get(expected) ?? new Sightings()
    for (const each of seen) {
      this.#order += 1
      sightings.add({ finding: { ...each, operation, times: 1, exchange: id, sandbox }, order: this.#order })
    }
    // An exchange may end after its world was left.
    if (this.#left.has(expected)) this.#judged.add(expected, sightings)
    else this.#open.set(expected, sightings)
  }

  /** Judges the findings of a world that is left, and takes its faults over. */
  leave({ findings: { expected }, faults, config }: TalliedWorld): void {
    this.#faults.addWorld(faults.list(), config.scenario?.name ?? null, expected)
    const sightings = this.#open.get(expected)
    if (sightings !== undefined) this.#judged.add(expected, sightings)
    this.#open.delete(expected)
    this.#left.add(expected)
    this.#changed()
  }

  /** @param open the worlds that are not left yet */
  totals(open: readonly TalliedWorld[]): Totals {
    const judged = this.#judged.fork()
    for (const [expected, sightings] of this.#open) judged.add(expected, sightings)
    const faults = this.#faults.fork()
    for (const { findings, faults: has, config } of open)
      faults.addWorld(has.list(), config.scenario?.name ?? null, findings.expected)
    return { coverage: this.#coverage.report(), findings: judged.list(), faults: faults.list() }
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

interface Sighting {
  readonly finding: Finding
  /** Lower is earlier in the run. */
  readonly order: number
}

/** Equal findings once, with their number and the place of the first. */
class Sightings {
  readonly #byKey = new Map<string, Sighting>()

  add({ finding, order }: Sighting): void {
    const key = `${finding.kind} ${finding.operation} ${finding.text}`
    const known = this.#byKey.get(key)
    if (known === undefined) {
      if (this.#countOf(finding.kind) < MAX_OF_A_KIND) this.#byKey.set(key, { finding, order })
      return
    }
    const first = known.order < order ? known : { finding, order }
    const times = known.finding.times + finding.times
    this.#byKey.set(key, { order: first.order, finding: { ...first.finding, times } })
  }

  list(): readonly Sighting[] {
    return [...this.#byKey.values()].toSorted((a, b) => a.order - b.order)
  }

  #countOf(kind: Finding['kind']): number {
    let count = 0
    for (const { finding } of this.#byKey.values()) if (finding.kind === kind) count += 1
    return count
  }
}

/** Findings that a test expected, apart from the others. */
class JudgedFindings {
  readonly #expected = new Sightings()
  readonly #others = new Sightings()

  add(expected: ExpectedFindings, sightings: Sightings): void {
    for (const each of sightings.list()) (expected.covers(each.finding) ? this.#expected : this.#others).add(each)
  }

  fork(): JudgedFindings {
    const copy = new JudgedFindings()
    for (const each of this.#expected.list()) copy.#expected.add(each)
    for (const each of this.#others.list()) copy.#others.add(each)
    return copy
  }

  list(): readonly Finding[] {
    return [
      ...this.#others.list().map(({ finding }) => finding),
      ...this.#expected.list().map(({ finding }): Finding => ({ ...finding, expected: true })),
    ]
  }
}

/** Faults that must fire, by scenario and name. One need not fire in every world. */
class FaultTotals {
  readonly #byKey: Map<string, FaultTotal>

  constructor(byKey: ReadonlyMap<string, FaultTotal> = new Map()) {
    this.#byKey = new Map(byKey)
  }

  addWorld(faults: readonly CountedFault[], scenario: string | null, expected: ExpectedFindings): void {
    for (const { fault, matched, fired } of faults) {
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
