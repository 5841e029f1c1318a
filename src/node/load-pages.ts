import type { LoadPages } from '../server/service.ts'
import type { LiveSweep } from '../sweep/live-sweep.ts'

/** Dashboard and reference page, loaded by the first request for one. */
export const loadPages: LoadPages = () => import('./pages.ts')

/** The same, with a dashboard that shows a sweep. */
export const loadPagesWith =
  (sweep: LiveSweep): LoadPages =>
  async () => {
    const { dashboard, reference } = await import('./pages.ts')
    return { reference, dashboard: (options) => dashboard({ ...options, sweep }) }
  }
