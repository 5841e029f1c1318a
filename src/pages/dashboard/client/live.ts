import { lose } from './connection.ts'
import { renew, ServerGoneError } from './renew.ts'

/** The shortest pause between two renewals. */
const MS_BETWEEN_RENEWALS = 300
/** A renewal that takes long is followed by a pause that is as many times as long. */
const PAUSE_FACTOR = 4

let renewing: Promise<void> | undefined
let isStale = false
let isLetGo = false

/**
 * Renews the page. When it is called during a renewal, one more follows.
 * @param isLetGo whether a list that is held shows the latest all the same
 */
export function refresh(how: { readonly isLetGo?: boolean } = {}): Promise<void> {
  isStale = true
  isLetGo ||= how.isLetGo === true
  renewing ??= renewWhileStale().finally(() => (renewing = undefined))
  return renewing
}

async function renewWhileStale(): Promise<void> {
  while (isStale) {
    const isOther = isLetGo
    isStale = isLetGo = false
    const beganMs = performance.now()
    try {
      await renew(isOther)
    } catch (error) {
      if (!(error instanceof ServerGoneError)) throw error
      lose()
      return
    }
    const tookMs = performance.now() - beganMs
    await new Promise((resolve) => setTimeout(resolve, Math.max(MS_BETWEEN_RENEWALS, tookMs * PAUSE_FACTOR)))
  }
}
