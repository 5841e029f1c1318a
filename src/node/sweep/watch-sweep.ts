import type { LiveSweep } from '../../report/sweep/live-sweep.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import type { Fact } from '../../testing/trial/fact.ts'
import { exchangeOf } from './kept-exchange.ts'
import type { SweepWatcher } from './sweep.ts'

/**
 * Shows a sweep in the dashboard of a server: its pages are renewed, and the exchanges of each trial are kept in a
 * sandbox of that server.
 */
export function watchSweep(live: LiveSweep, sandboxes: Sandboxes): SweepWatcher {
  const renewPages = (): void => {
    for (const sandbox of sandboxes.holders()) sandbox.changed()
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
      if (over !== undefined) keepExchanges(sandboxes, over.sandbox, calls)
      renewPages()
    },
    over: () => {
      live.over()
      renewPages()
    },
  }
}

function keepExchanges(sandboxes: Sandboxes, name: string, calls: readonly Fact[]): void {
  const { world } = sandboxes.get(name)
  const { journal, findings, recorders } = world
  // What counts rules knows an equal list by its identity.
  const lists = new Map<string, readonly string[]>()
  for (const fact of calls) {
    const key = fact.rules.join(' ')
    const rules = lists.get(key) ?? fact.rules
    lists.set(key, rules)
    const exchange = { ...exchangeOf(fact, journal.open()), rules }
    for (const recorder of recorders)
      recorder.closed({ exchange, sandbox: name, observations: [], expected: findings.expected })
  }
}
