import { callAt } from './address.ts'
import { refresh } from './live.ts'
import { MS_TO_UNDO, tell } from './toast.ts'

/** A name that begins with a dot is not listed in the menu, and outlives a reset. */
const NAME = '.undo'

let forgetting: ReturnType<typeof setTimeout> | undefined

/** Keeps the sandbox as it is before an act. @returns takes the act back; undefined where there is no room to keep it */
export async function beforeAct(): Promise<(() => void) | undefined> {
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
  await refresh()
  tell(isBack ? 'Undone: the sandbox is as before.' : 'That can no longer be undone.', { isProblem: !isBack })
}

const send = (method: string, path: string, body?: object): Promise<boolean> =>
  fetch(callAt(path), { method, ...(body !== undefined && { body: JSON.stringify(body) }) }).then(
    ({ ok }) => ok,
    () => false,
  )
