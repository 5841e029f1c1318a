import { useState } from 'preact/hooks'
import type { Overview } from '../control/sandboxes.ts'
import type { ShownRows } from '../control/shown-rows.ts'
import { Button, carryOut } from './acts.tsx'
import { baseOf, goTo } from './address.tsx'
import { useCall } from './calls.ts'
import { sendRequest, sent } from './send.ts'

const FAULT = { name: 'try-it', match: { operation: 'instances.list' }, effect: { status: 500 }, when: { times: 1 } }

/** How far somebody has gone. */
const tour = { done: 0, last: 4 }

/** Whether every request of a list is one of the steps, and more steps follow. */
export const isOnTour = (requests: number): boolean => tour.done > 0 && tour.done < tour.last && requests <= sent.count

/** An empty list: four steps, in order, that end at a failed request and the reason for it. */
export const FirstSteps = () => {
  const [done, setDone] = useState(tour.done)
  const overview = useCall<Overview>('overview').data
  const offer = useCall<ShownRows>('state/offers?limit=1').data?.rows[0]?.id
  const key = overview?.keys[0]?.key
  if (overview === undefined) return null
  const send = (method: string, target: string, body?: object) =>
    sendRequest({ method, target, key, body: body && JSON.stringify(body) })
  const steps = [
    {
      text: 'Ask which templates there are',
      line: 'GET /api/v0/template/',
      go: () => send('GET', '/api/v0/template/'),
    },
    {
      text: 'Rent an instance',
      line: `PUT /api/v0/asks/${offer ?? '…'}/`,
      go: () => send('PUT', `/api/v0/asks/${offer ?? 0}/`, { image: 'ubuntu', label: 'first' }),
    },
    {
      text: 'Make the next list of instances fail',
      line: 'POST /_sim/faults',
      go: () =>
        carryOut({
          text: 'Fault try-it',
          done: 'The next list of instances fails.',
          route: 'POST faults',
          body: FAULT,
          undo: { route: 'DELETE faults/try-it' },
        }),
    },
    {
      text: 'List the instances, and see why it failed',
      line: 'GET /api/v0/instances/',
      go: async () => {
        const number = await send('GET', '/api/v0/instances/')
        if (number !== null) goTo({ view: 'requests', query: { request: number } })
      },
    },
  ]
  const take = async (go: () => Promise<unknown>): Promise<void> => {
    await go()
    tour.done += 1
    setDone(tour.done)
  }
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
        <ol class="stack" aria-label="Try it">
          {steps.map(({ text, line, go }, at) => (
            <li key={text} class="between card">
              <span>
                {text} <code class="block quiet">{line}</code>
              </span>
              <Button
                class={at === done ? 'filled accent' : undefined}
                disabled={at !== done}
                aria-label={`Try it: ${text}`}
                onClick={() => void take(go)}
              >
                {at < done ? 'Done' : 'Try it'}
              </Button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
