import type { IntervalHistogram } from 'node:perf_hooks'
import type { Vitals } from '../sandbox/running-server.ts'

/** How often the delay of the event loop is looked at. Node counts it into the delay. */
const RESOLUTION_MS = 20

/** Tells how this process is, from now on. The event loop is watched once somebody has asked. */
export function openVitals(): () => Vitals {
  const startedMs = Date.now()
  const begun = process.uptime()
  let delay: IntervalHistogram | undefined
  return () => {
    const lagMs = delay === undefined ? 0 : Math.max(0, delay.max / 1e6 - RESOLUTION_MS)
    delay ??= process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    delay.enable()
    delay.reset()
    return {
      started_at: new Date(startedMs).toISOString(),
      uptime_s: Math.round(process.uptime() - begun),
      rss_bytes: process.memoryUsage.rss(),
      loop_lag_ms: Math.round(lagMs * 10) / 10,
    }
  }
}
