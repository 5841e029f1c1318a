import type { LiveSweep } from '../../report/sweep/live-sweep.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import type { Fact } from '../../testing/trial/fact.ts'
import { exchangeOf } from './kept-exchange.ts'
import { TRIAL_FAULT } from '../../testing/trial/trial.ts'
import type { SweepWatcher } from './sweep.ts'

/**
 * Shows a sweep in the dashboard of a server: its pages are renewed, and the exchanges of each trial are kept in a
 * sandbox of that server.
 */
export function watchSweep(live: LiveSweep, sandboxes: Sandboxes): SweepWatcher {
  const renewPages = (): void => {
    for (const sandbox of sandboxes.all()) sandbox.changed()
  }
  return {
    planned: (trials) => {
      live.planned(trials)
      renewPages()
    },
    began: (trial) => {
      live.began(trial)
      renewPages()
    },
    judged: (result, calls, secondsLeft) => {
      const over = live.judged(result)
      live.secondsLeft = secondsLeft
      if (over !== undefined) over.telling = telling(calls, keepExchanges(sandboxes, over.sandbox, calls))
      renewPages()
    },
    over: () => {
      live.over()
      renewPages()
    },
  }
}

/** @returns the number of each */
function keepExchanges(sandboxes: Sandboxes, name: string, calls: readonly Fact[]): readonly number[] {
  const { journal, findings, recorders } = sandboxes.get(name).world
  // What counts rules knows an equal list by its identity.
  const lists = new Map<string, readonly string[]>()
  return calls.map((fact) => {
    const key = fact.rules.join(' ')
    const rules = lists.get(key) ?? fact.rules
    lists.set(key, rules)
    const exchange = { ...exchangeOf(fact, journal.open()), rules }
    for (const recorder of recorders) recorder.closed({ exchange, sandbox: name, expected: findings.expected })
    return exchange.id
  })
}

function telling(calls: readonly Fact[], numbers: readonly number[]): readonly number[] {
  const sandbox = calls.find(isMet)?.sandbox
  const own = calls.flatMap((call, at) => (call.sandbox === sandbox ? [{ call, number: numbers[at] ?? 0 }] : []))
  const from = own.findIndex(({ call }) => isMet(call)) - 1
  return own.slice(Math.max(0, from)).map(({ number }) => number)
}

const isMet = ({ fault }: Fact): boolean => fault === TRIAL_FAULT
