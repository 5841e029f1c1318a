import { constants } from 'node:os'

/**
 * The first process of a container has no defaults for signals: without this, what arrives before a command listens,
 * or while one runs that does not, is lost, and the container is killed when the patience of its engine is over.
 */
export function endOnSignals(): void {
  if (process.pid !== 1) return
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const isAlone = process.listenerCount(signal) === 1
      if (isAlone) process.exit(128 + constants.signals[signal])
    })
  }
}
