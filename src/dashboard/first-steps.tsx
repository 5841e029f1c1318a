import { useState } from 'preact/hooks'
import type { Overview } from '../control/sandboxes.ts'
import type { ShownRows } from '../control/shown-rows.ts'
import { carryOut, complain, working } from './acts.tsx'
import { goTo } from './address.tsx'
import { baseOf, useCall } from './calls.ts'

const FAULT = { name: 'try-it', match: { operation: 'instances.list' }, effect: { status: 500 }, when: { times: 1 } }

/** How far somebody has gone, and how many requests that made. */
const tour = { done: 0, sent: 0, last: 4 }

/** Whether every request of a list is one of the steps, and more steps follow. */
export const isOnTour = (requests: number): boolean => tour.done > 0 && tour.done < tour.last && requests <= tour.sent

/** An empty list: four steps, in order, that end at a failed request and the reason for it. */
export const FirstSteps = () => {
  const [done, setDone] = useState(tour.done)
  const overview = useCall<Overview>('overview').data
  const offer = useCall<ShownRows>('state/offers?limit=1').data?.rows[0]?.id
  const key = overview?.keys[0]?.key
  if (overview === undefined) return null
  const step = (work: () => Promise<unknown>) => async (): Promise<void> => {
    await work()
    tour.done += 1
    setDone(tour.done)
  }
  const send = (method: string, path: string, body?: object) => () =>
    sendRequest({ method, target: path, key, body: body && JSON.stringify(body) })
  const steps = [
    {
      text: 'Ask which templates there are',
      line: 'GET /api/v0/template/',
      go: step(send('GET', '/api/v0/template/')),
    },
    {
      text: 'Rent an instance',
      line: `PUT /api/v0/asks/${offer ?? '…'}/`,
      go: step(send('PUT', `/api/v0/asks/${offer ?? 0}/`, { image: 'ubuntu', label: 'first' })),
    },
    {
      text: 'Make the next list of instances fail',
      line: 'POST /_sim/faults',
      go: step(() =>
        carryOut({
          text: 'Fault try-it',
          done: 'The next list of instances fails.',
          route: 'POST faults',
          body: FAULT,
          undo: { route: 'DELETE faults/try-it' },
        }),
      ),
    },
    {
      text: 'List the instances, and see why it failed',
      line: 'GET /api/v0/instances/',
      go: step(async () => {
        const number = await sendRequest({ method: 'GET', target: '/api/v0/instances/', key })
        if (number !== null) goTo({ view: 'requests', query: { request: number } })
      }),
    },
  ]
  return (
    <div class="empty">
      <p>{done === 0 ? 'No requests yet. Point your client at this address, or try it here:' : 'Go on:'}</p>
      <p>
        <code>
          {location.origin}
          {baseOf()}
        </code>
      </p>
      {key !== undefined && (
        <ol class="steps" aria-label="Try it">
          {steps.map(({ text, line, go }, at) => (
            <li key={text} class={at < done ? 'done' : undefined}>
              <span>
                {text} <code>{line}</code>
              </span>
              <button
                type="button"
                class={at === done ? 'primary' : undefined}
                disabled={at !== done}
                aria-label={`Try it: ${text}`}
                onClick={() => void go()}
              >
                {at < done ? 'Done' : 'Try it'}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

export interface SentRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly key?: string | undefined
  readonly type?: string | undefined
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request as a client of this sandbox. @returns its number in the list; null where no response came */
export function sendRequest({ method, target, key, type, body, headers = {} }: SentRequest): Promise<string | null> {
  return working(async () => {
    tour.sent += 1
    try {
      const response = await fetch(baseOf() + target, {
        method,
        credentials: 'omit',
        headers: {
          ...headers,
          ...(key !== undefined && key !== '' && { Authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'Content-Type': type ?? 'application/json' }),
        },
        ...(body !== undefined && method !== 'GET' && { body }),
      })
      await response.text().catch(() => '')
      return response.headers.get('x-sim-exchange')
    } catch (error) {
      complain(error)
      return null
    }
  })
}
