import { lose } from './connection.ts'
import { renew, ServerGoneError } from './renew.ts'

/** The shortest pause between two renewals. */
const MS_BETWEEN_RENEWALS = 300
/** A renewal that takes long is followed by a pause that is as many times as long. */
const PAUSE_FACTOR = 4

/** The latest renewal and the pause after it. */
let latest: Promise<void> = Promise.resolve()
/** The renewal that begins once that is over. */
let next: Promise<void> | undefined
let isLetGo = false

/**
 * Renews the page. @returns when a renewal that began after the call is done, however often the page is renewed later
 * @param isLetGo whether a list that is held shows the latest all the same
 */
export function refresh(how: { readonly isLetGo?: boolean } = {}): Promise<void> {
  isLetGo ||= how.isLetGo === true
  next ??= latest.then(() => {
    next = undefined
    const beganMs = performance.now()
    const renewal = renewNow()
    // One that fails does not end those after it.
    const pause = (): Promise<void> => pauseAfter(performance.now() - beganMs)
    latest = renewal.then(pause, pause)
    return renewal
  })
  return next
}

async function renewNow(): Promise<void> {
  const isOther = isLetGo
  isLetGo = false
  try {
    await renew(isOther)
  } catch (error) {
    if (!(error instanceof ServerGoneError)) throw error
    lose()
  }
}

const pauseAfter = (tookMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(MS_BETWEEN_RENEWALS, tookMs * PAUSE_FACTOR)))
