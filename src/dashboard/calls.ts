import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { baseOf } from './address.tsx'
import { Store } from './store.ts'

/** A control call that was refused. */
export class CallError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const textOfError = (error: unknown): string =>
  error instanceof CallError ? error.message : 'The simulator did not answer.'

/**
 * Reads JSON. The server that sent this program answers as the types of its calls say: the compiler cannot follow them
 * over the wire.
 * @param otherwise what stands for a text that is not JSON
 */
export function readJson<Value>(text: string, otherwise?: Value): Value
export function readJson(text: string, otherwise?: unknown): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch (error) {
    if (otherwise === undefined) throw error
    return otherwise
  }
}

/**
 * Makes a control call, as `POST faults`.
 * @param sandbox another one than that of the address
 * @throws CallError where it is refused, a TypeError where nothing answers
 */
export async function call<Reply>(route: string, body?: unknown, sandbox?: string): Promise<Reply> {
  const [method = 'GET', path = ''] = route.split(' ')
  const response = await fetch(`${baseOf(sandbox)}/_sim/${path}`, {
    method,
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}), headers: { 'Content-Type': 'application/json' } }),
  })
  const text = await response.text()
  if (response.ok) return readJson<Reply>(text)
  const { msg = `The simulator answered ${response.status}`, hint } = readJson<Refused>(text, {})
  throw new CallError(response.status, hint === undefined ? msg : `${msg}; ${hint}`)
}

interface Refused {
  readonly msg?: string
  readonly hint?: string
}

/** Whether the page hears what happens, and since when it does not. */
type LiveState = 'connecting' | 'live' | 'lost'

interface Live {
  readonly state: LiveState
  readonly since: Date
}

export const live = new Store<Live>({ state: 'connecting', since: new Date() })
const changes = new Store(0)
let source: EventSource | undefined

/** Renews what the page shows. */
export const renew = (): void => void (changes.value += 1)

function setLive(state: LiveState): void {
  if (live.value.state !== state) live.value = { state, since: new Date() }
  renew()
}

/** Follows the sandbox of the address: the server says that something changed, and each view asks again. */
export function follow(): () => void {
  const opened = new EventSource(`${baseOf()}/_sim/ui/events`)
  source = opened
  opened.addEventListener('change', () => setLive('live'))
  opened.addEventListener('error', () => {
    setLive('lost')
    if (opened.readyState === EventSource.CLOSED) setTimeout(() => source === opened && void follow(), RETRY_MS)
  })
  return () => {
    opened.close()
    if (source === opened) source = undefined
  }
}

const RETRY_MS = 2000

export interface Answer<Reply> {
  /** That of the last call that was answered; an earlier one while a new one is under way. */
  readonly data: Reply | undefined
  readonly error: CallError | undefined
  /** The route that `data` belongs to. */
  readonly route: string | undefined
}

/**
 * Reads a call, and reads it again after each change. One request at a time is under way; the answer to an earlier route
 * never takes the place of a later one.
 * @param route undefined reads nothing
 */
export function useCall<Reply>(route: string | undefined): Answer<Reply> {
  const [answer, setAnswer] = useState<Answer<Reply>>({ data: undefined, error: undefined, route: undefined })
  const latest = useRef({ route, isBusy: false, isStale: false })
  const read = useCallback(() => {
    const now = latest.current
    const wanted = now.route
    if (wanted === undefined) return
    if (now.isBusy) {
      now.isStale = true
      return
    }
    now.isBusy = true
    now.isStale = false
    const end = (): void => {
      now.isBusy = false
      if (now.isStale || now.route !== wanted) read()
    }
    call<Reply>(`GET ${wanted}`).then(
      (data) => {
        if (now.route === wanted) setAnswer({ data, error: undefined, route: wanted })
        end()
      },
      (error: unknown) => {
        if (now.route === wanted && error instanceof CallError)
          setAnswer((before) => ({ ...before, error, route: wanted }))
        end()
      },
    )
  }, [])
  useEffect(() => {
    latest.current.route = route
    read()
  }, [route, read])
  useEffect(() => {
    const now = latest.current
    return () => void (now.route = undefined)
  }, [])
  useEffect(() => changes.follow(read), [read])
  return answer
}
