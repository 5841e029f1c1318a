import { setupWorker } from 'msw/browser'
import { createSimulator } from 'rental-sim'
import { handlers } from 'rental-sim/msw'

/** A page asks as often as it renders, so nothing limits it. */
const sim = createSimulator({ fixture: 'showcase', rateLimit: { enabled: false } })

/** Everything that differs between two looks of the page. */
export interface Situation {
  readonly fails?: boolean
  readonly slow?: boolean
  readonly empty?: boolean
}

export const startWorker = () => setupWorker(...handlers(sim)).start({ onUnhandledRequest: 'bypass', quiet: true })

/** Starts over in a situation: for a switch in the page, or before a story. */
export function simulate({ fails = false, slow = false, empty = false }: Situation): void {
  sim.reset({ fixture: empty ? 'empty' : 'showcase' })
  const match = { operation: 'instances.list' } as const
  const effect = { ...(slow && { latency_ms: 2000 }), ...(fails && { status: 503 }) }
  if (fails || slow) sim.faults.add({ name: 'switched', match, effect })
}
