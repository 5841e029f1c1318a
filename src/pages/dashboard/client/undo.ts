import { fieldOf, isObject } from '../../../kernel/object.ts'
import { callAt } from './address.ts'
import { refresh } from './live.ts'
import { MS_TO_UNDO, tell, type Undo } from './toast.ts'

/** A name that begins with a dot is not listed in the menu, and outlives a reset. */
const NAME = '.undo'

let forgetting: ReturnType<typeof setTimeout> | undefined

/** What takes back an act, once the act is done. @param response what the control API answered */
type Undoing = (response: unknown) => Undo | undefined

/**
 * Prepares to take back what a form is about to do. `data-undo` names the call that takes it back alone, with
 * `data-undo-body`; `fields` stands for the values before, in `data-was`; an empty one for the whole sandbox as it is now, of
 * another one where `data-of` leads to it.
 */
export async function undoOf(form: HTMLFormElement, sent: unknown): Promise<Undoing> {
  const { undo, undoBody, was, call = '', of = '' } = form.dataset
  if (undo === undefined) return () => undefined
  if (undo === 'fields' && was !== undefined && isObject(sent)) {
    const before: unknown = JSON.parse(was)
    const names = Object.keys(sent)
    const body = Object.fromEntries(names.map((name) => [name, fieldOf(before, name) ?? null]))
    return () => alone(call, JSON.stringify(body))
  }
  if (undo !== '' && undo !== 'fields')
    return (response) =>
      alone(undo.endsWith('/') ? undo + String(fieldOf(fieldOf(response, 'added'), 'id')) : undo, undoBody)
  clearTimeout(forgetting)
  if (!(await send('POST', `${of}snapshots`, JSON.stringify({ name: NAME })))) return () => undefined
  forgetting = setTimeout(() => void send('DELETE', `${of}snapshots/${NAME}`), MS_TO_UNDO)
  // The page counts its own sandbox only.
  const since = of === '' ? { before: await latestExchange() } : {}
  return () => ({ ...since, act: () => void restore(of) })
}

const alone = (call: string, body: string | undefined): Undo => ({
  act: () => {
    const [method = '', path = ''] = call.split(' ')
    void send(method, path, body).then((isBack) => told(isBack, 'Undone: that act alone.'))
  },
})

async function latestExchange(): Promise<number> {
  const response = await fetch(callAt('requests?limit=1')).catch(() => undefined)
  const requests = fieldOf(await response?.json().catch(() => undefined), 'requests')
  const id = fieldOf(Array.isArray(requests) ? requests[0] : undefined, 'id')
  return typeof id === 'number' ? id : 0
}

async function restore(of: string): Promise<void> {
  clearTimeout(forgetting)
  const isBack = await send('POST', `${of}snapshots/${NAME}/restore`)
  await send('DELETE', `${of}snapshots/${NAME}`)
  await told(isBack, 'Undone: the sandbox is as before.')
}

async function told(isBack: boolean, done: string): Promise<void> {
  await refresh()
  tell(isBack ? done : 'That can no longer be undone.', { isProblem: !isBack })
}

const send = (method: string, path: string, body?: string): Promise<boolean> =>
  fetch(callAt(path), { method, ...(body !== undefined && { body }) }).then(
    ({ ok }) => ok,
    () => false,
  )
