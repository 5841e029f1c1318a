import { useState } from 'preact/hooks'
import type { Overview } from '../control/sandboxes.ts'
import type { ShownRows } from '../control/shown-rows.ts'
import { Button, carryOut } from './acts.tsx'
import { baseOf, goTo } from './address.tsx'
import { useCall } from './calls.ts'
import { adding } from './failures.ts'
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
  const steps = [
    { text: 'Ask which templates there are', line: 'GET /api/v0/template/' },
    { text: 'Rent an instance', line: `PUT /api/v0/asks/${offer ?? '…'}/`, body: { image: 'ubuntu', label: 'first' } },
    { text: 'Make the next list of instances fail', line: 'POST /_sim/faults' },
    { text: 'List the instances, and see why it failed', line: 'GET /api/v0/instances/' },
  ] as const
  const take = async ({ line, ...step }: (typeof steps)[number]): Promise<void> => {
    const [method = '', target = ''] = line.split(' ')
    if (line === 'POST /_sim/faults') await carryOut(adding(FAULT, undefined, 'The next list of instances fails.'))
    else {
      const body = 'body' in step ? JSON.stringify(step.body) : undefined
      const number = await sendRequest({ method, target, key, body })
      if (line === 'GET /api/v0/instances/' && number !== null) goTo({ view: 'requests', query: { request: number } })
    }
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
          {steps.map((step, at) => (
            <li key={step.text} class="between card">
              <span>
                {step.text} <code class="block quiet">{step.line}</code>
              </span>
              <Button
                class={at === done ? 'filled accent' : undefined}
                disabled={at !== done}
                aria-label={`Try it: ${step.text}`}
                onClick={() => void take(step)}
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
