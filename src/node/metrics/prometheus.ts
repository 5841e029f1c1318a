import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import type { World } from '../../sandbox/world.ts'
import type { RunCounts } from './run-counts.ts'

/** All metrics of a server. They are put together when somebody asks for them. */
export function registryOf(counts: RunCounts, sandboxes: Sandboxes): Registry {
  const registry = new Registry()
  const registers = [registry]
  const total = (
    name: string,
    help: string,
    labelNames: readonly string[],
    entries: () => Iterable<readonly [Readonly<Record<string, string | number>>, number]>,
  ) =>
    new Counter({
      name: `rental_sim_${name}_total`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const [labels, times] of entries()) this.inc(labels, times)
      },
    })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `rental_sim_${name}`,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  const inAllWorlds = (of: (world: World) => number): number =>
    sandboxes.worlds.reduce((sum, world) => sum + of(world), 0)

  total(
    'exchanges',
    'Exchanges of the simulated interface that ended; the status 0 is an answer that never arrived, an empty operation means that no operation matched.',
    ['operation', 'status', 'basis'],
    () => counts.exchanges().map(({ times, ...labels }) => [labels, times] as const),
  )
  total('faults_fired', 'Exchanges that a fault met, by its effect.', ['effect'], byLabel('effect', counts.faults))
  total('findings', 'What clients did that should worry their teams.', ['kind'], byLabel('kind', counts.findings))
  gauge('sandboxes', 'Sandboxes there are.', () => sandboxes.size)
  gauge('journal_bytes', 'What the journals of all sandboxes take.', () =>
    sandboxes.worlds.reduce((sum, { journal }) => sum + journal.bytes, 0),
  )
  gauge('journal_dropped_exchanges', 'Exchanges that were dropped from the journals.', () =>
    inAllWorlds(({ journal }) => journal.dropped),
  )
  gauge('held_requests', 'Requests that a fault holds.', () => inAllWorlds(({ delays }) => delays.size))
  // Memory, processor, event loop, garbage: of the process.
  collectDefaultMetrics({ register: registry })
  return registry
}

/** The samples of a metric with one label. */
const byLabel = (label: string, found: ReadonlyMap<string, number>) => () =>
  [...found].map(([value, times]) => [{ [label]: value }, times] as const)
