import { pageAt } from './address.ts'

/** After so long without an answer the server is said to have stopped. */
const MS_UNTIL_STOPPED = 10_000
const MS_BETWEEN_TRIES = 1000
/** A server that answers nothing, and closes nothing either, is noticed after so long at most. */
const MS_BETWEEN_LOOKS = 15_000

type State = 'live' | 'reconnecting' | 'stopped' | 'dropped' | 'signed-out'

let source: EventSource | undefined
let heardMs = performance.now()
let retry: ReturnType<typeof setTimeout> | undefined
let state: State | undefined
let onChange: () => void = () => undefined
/** Whether the page was listening before: meanwhile other sandboxes may have changed, too. */
let isAgain = false

/** Whether the page shows what is. */
export const isLive = (): boolean => state === 'live'

/** Listens to the events of the sandbox while the page is visible: a browser has few connections to one server. */
export function listen(changed: () => void): void {
  onChange = changed
  document.addEventListener('visibilitychange', follow)
  setInterval(() => {
    if (source !== undefined && performance.now() - heardMs > MS_BETWEEN_LOOKS) void look()
    if (state !== undefined && state !== 'live') say(state)
  }, MS_BETWEEN_TRIES)
  follow()
}

function follow(): void {
  clearTimeout(retry)
  if (document.hidden) close()
  else if (source === undefined) connect()
}

function close(): void {
  isAgain ||= source !== undefined
  source?.close()
  source = undefined
}

function connect(): void {
  source = new EventSource(pageAt('events'))
  source.addEventListener('change', ({ data }) => {
    heardMs = performance.now()
    const isThere = data !== ''
    say(isThere ? 'live' : 'dropped')
    if (isThere && (isAgain || data !== document.getElementById('top')?.dataset['state'])) onChange()
    isAgain = false
  })
  source.addEventListener('error', lose)
}

/** The connection broke off: says so, keeps the page as it is, and tries again. */
export function lose(): void {
  close()
  if (state !== 'signed-out') say(performance.now() - heardMs > MS_UNTIL_STOPPED ? 'stopped' : 'reconnecting')
  clearTimeout(retry)
  retry = setTimeout(() => void look(), MS_BETWEEN_TRIES)
}

/** Asks whether the server is there, and listens again where it is. */
async function look(): Promise<void> {
  const response = await fetch(pageAt('events'), {
    method: 'HEAD',
    signal: AbortSignal.timeout(MS_UNTIL_STOPPED),
  }).catch(() => undefined)
  if (response === undefined) return lose()
  heardMs = performance.now()
  if (response.status === 401) {
    say('signed-out')
    return lose()
  }
  if (source === undefined && !document.hidden) connect()
}

const sinceHeard = (): string => {
  const seconds = Math.round((performance.now() - heardMs) / 1000)
  return `last heard ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} ago`
}

const texts: Readonly<Record<State, () => string>> = {
  live: () => 'live',
  reconnecting: () => `reconnecting, ${sinceHeard()}`,
  stopped: () => `stopped, ${sinceHeard()}`,
  dropped: () => (document.documentElement.dataset['absent'] === undefined ? 'dropped' : 'waiting'),
  'signed-out': () => 'token changed: reload to sign in',
}

function say(now: State): void {
  state = now === 'reconnecting' && performance.now() - heardMs > MS_UNTIL_STOPPED ? 'stopped' : now
  const [place, text] = [document.getElementById('live'), document.getElementById('live-text')]
  if (!place || !text) return
  place.dataset['state'] = state
  const wanted = texts[state]()
  if (text.textContent !== wanted) text.textContent = wanted
}
