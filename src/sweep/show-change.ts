import { textBytes, valueBytes } from '../kernel/memory-size.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandbox/sandboxes.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { EXCHANGE_BYTES } from '../testing/journal/recorded-exchange.ts'
import { callsAroundFault, type Fact, MAX_FACT_CHARACTERS } from './fact.ts'
import type { LiveTrial } from './live-sweep.ts'

/**
 * Renews the pages that are open in a dashboard.
 * @param over the trial that is over now: its calls go into the journal of its sandbox
 */
export function showChange(sandboxes: Sandboxes, over?: LiveTrial, calls: readonly Fact[] = []): void {
  if (over !== undefined) keepExchanges(sandboxes, over, calls)
  for (const sandbox of sandboxes.all()) sandbox.changed()
}

function keepExchanges(sandboxes: Sandboxes, trial: LiveTrial, calls: readonly Fact[]): void {
  const { sandbox } = trial
  const { journal, findings, recorders } = sandboxes.get(sandbox).world
  const numbers = new Map<Fact, number>()
  for (const call of calls) {
    const exchange = exchangeOf(call, journal.open())
    for (const recorder of recorders) recorder.closed({ exchange, sandbox, expected: findings.expected })
    numbers.set(call, exchange.id)
  }
  trial.telling = callsAroundFault(calls).flatMap((call) => numbers.get(call) ?? [])
}

/** @param id its number in a journal, which has the exchanges of several sandboxes */
const exchangeOf = (fact: Fact, id: number): Exchange => ({
  ...fact,
  id,
  realMs: null,
  named: {},
  hint: hintOf(fact),
  stub: undefined,
  nearMisses: [],
  before: undefined,
  written: undefined,
  observations: [],
  bytes: EXCHANGE_BYTES + textBytes(fact.requestBody) + textBytes(fact.responseBody) + valueBytes(fact.changes),
})

/** The hint of the exchange, and what the journal does not show otherwise. */
function hintOf({ sandbox, requestBody, responseBody, hint }: Fact): string | null {
  const isCut = Math.max(requestBody.length, responseBody.length) >= MAX_FACT_CHARACTERS
  const hints = [
    ...(hint === null ? [] : [hint]),
    ...(sandbox === DEFAULT_SANDBOX ? [] : [`in the sandbox ${sandbox}`]),
    ...(isCut ? [`of a body only ${MAX_FACT_CHARACTERS} characters were kept`] : []),
  ]
  return hints.length === 0 ? null : hints.join('; ')
}
