import { callAt } from './address.ts'
import { refresh } from './live.ts'
import { MS_TO_UNDO, tell } from './toast.ts'

/** A name that begins with a dot is not listed in the menu, and outlives a reset. */
const NAME = '.undo'

let forgetting: ReturnType<typeof setTimeout> | undefined

type Undo = () => void

/** What takes back an act that is to come. @param call the control call that does; without one, the sandbox is kept as it is now. Undefined where the form has no undo, or there is no room to keep it */
export async function undoOf(call: string | undefined): Promise<Undo | undefined> {
  if (call === undefined) return undefined
  const [method, path] = call.split(' ')
  if (method !== undefined && path !== undefined)
    return () => void send(method, path).then((isBack) => told(isBack, 'Undone: it is back.'))
  clearTimeout(forgetting)
  const taken = await send('POST', 'snapshots', { name: NAME })
  if (!taken) return undefined
  forgetting = setTimeout(() => void send('DELETE', `snapshots/${NAME}`), MS_TO_UNDO)
  return () => void takeBack()
}

async function takeBack(): Promise<void> {
  clearTimeout(forgetting)
  const isBack = await send('POST', `snapshots/${NAME}/restore`)
  await send('DELETE', `snapshots/${NAME}`)
  await told(isBack, 'Undone: the sandbox is as before.')
}

async function told(isBack: boolean, done: string): Promise<void> {
  await refresh()
  tell(isBack ? done : 'That can no longer be undone.', { isProblem: !isBack })
}

const send = (method: string, path: string, body?: object): Promise<boolean> =>
  fetch(callAt(path), { method, ...(body !== undefined && { body: JSON.stringify(body) }) }).then(
    ({ ok }) => ok,
    () => false,
  )
