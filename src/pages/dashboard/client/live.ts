import { pageAt } from './address.ts'
import { renew, toEnd } from './visit.ts'

/** The shortest pause between two renewals. */
const MS_BETWEEN_RENEWALS = 300
/** A renewal that takes long is followed by a pause that is as many times as long. */
const PAUSE_FACTOR = 4

let source: EventSource | undefined
let renewing: Promise<void> | undefined
let isStale = false

/** Renews the page. When it is called during a renewal, one more follows. */
export function refresh(): Promise<void> {
  isStale = true
  renewing ??= renewWhileStale().finally(() => (renewing = undefined))
  return renewing
}

async function renewWhileStale(): Promise<void> {
  while (isStale) {
    isStale = false
    const beganMs = performance.now()
    try {
      await renew()
    } catch {
      return
    }
    const tookMs = performance.now() - beganMs
    await new Promise((resolve) => setTimeout(resolve, Math.max(MS_BETWEEN_RENEWALS, tookMs * PAUSE_FACTOR)))
  }
}

/** Listens to the events of the sandbox while the page is visible: a browser has few connections to one server. */
export function listen(): void {
  toEnd()
  document.addEventListener('visibilitychange', follow)
  follow()
}

function follow(): void {
  if (document.hidden) {
    source?.close()
    source = undefined
  } else if (source === undefined) {
    source = new EventSource(pageAt('events'))
    source.addEventListener('change', () => void refresh())
  }
}
