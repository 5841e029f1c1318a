import { fieldOf } from '../../../kernel/object.ts'
import { callAt } from './address.ts'
import { refresh } from './live.ts'
import { textOf } from './response.ts'
import { tell } from './toast.ts'

/** Sends the requests of a form into this sandbox, and says whether they touched its rule. */
export async function sendRequests(form: HTMLFormElement): Promise<void> {
  const requests: unknown = JSON.parse(form.dataset['sends'] ?? '[]')
  let response: Response | undefined
  for (const request of Array.isArray(requests) ? requests : []) response = await send(request)
  const id = response?.headers.get('x-sim-exchange')
  if (!response || !id) return tell('No answer came.', { isProblem: true })
  const rules = (response.headers.get('x-sim-rules') ?? '').split(',').map((name) => name.trim())
  const isTouched = rules.includes(form.dataset['rule'] ?? '')
  tell(
    isTouched
      ? `Touched by exchange ${id}: ${response.status}.`
      : `Exchange ${id}, ${response.status}, did not touch it: the data, the clock or a fault is in the way.`,
    { isProblem: !isTouched },
  )
  await refresh()
}

function send(request: unknown): Promise<Response | undefined> {
  const [method, target, key, type] = ['method', 'target', 'key', 'type'].map((name) => textOf(request, name))
  const body = fieldOf(request, 'body')
  return fetch(callAt(`..${target}`), {
    method: method ?? 'GET',
    headers: {
      ...(key !== '' && { Authorization: `Bearer ${key}` }),
      ...(type !== '' && { 'Content-Type': type ?? '' }),
    },
    ...(typeof body === 'string' && { body }),
  }).catch(() => undefined)
}
