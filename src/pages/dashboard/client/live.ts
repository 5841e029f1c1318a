import { prefix, renew, toEnd } from './visit.ts'

/** A page is renewed no more often than this, however much happens; one that is dear to make, less often. */
const MS_BETWEEN_RENEWALS = 300
const REST_FOR_EACH_MS = 4

let source: EventSource | undefined
let renewing: Promise<void> | undefined
let isStale = false

/** Renews the page; what happens meanwhile is shown by one more renewal. */
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
    await new Promise((resolve) => setTimeout(resolve, Math.max(MS_BETWEEN_RENEWALS, tookMs * REST_FOR_EACH_MS)))
  }
}

/** Follows the sandbox while the page is seen: a browser has few connections to one server. */
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
    source = new EventSource(`${prefix()}/_sim/ui/events`)
    source.addEventListener('change', () => void refresh())
  }
}
