import type { Registry } from 'prom-client'
import type { Metrics } from '../../sandbox/metrics.ts'
import { RunCounts } from './run-counts.ts'

/** The metrics of one server. The client library is loaded when somebody asks for them first. */
export function openMetrics(): Metrics {
  const recorder = new RunCounts()
  let registry: Promise<Registry> | undefined
  return {
    recorder,
    read: async (sandboxes) => {
      registry ??= import('./prometheus.ts').then(({ registryOf }) => registryOf(recorder, sandboxes))
      const loaded = await registry
      return { text: await loaded.metrics(), type: loaded.contentType }
    },
  }
}
