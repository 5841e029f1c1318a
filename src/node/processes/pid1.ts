import { constants } from 'node:os'

/**
 * Exits on SIGINT, SIGTERM and SIGHUP as the first process of a container, which has no default for signals. Without this,
 * signals before a command listens for them are lost, and stopping the container takes until its timeout.
 */
export function exitOnSignalsAsPid1(): void {
  if (process.pid !== 1) return
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const isAlone = process.listenerCount(signal) === 1
      if (isAlone) process.exit(128 + constants.signals[signal])
    })
  }
}
