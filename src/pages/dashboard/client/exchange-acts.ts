import { fieldOf } from '../../../kernel/object.ts'
import { callAt, pageAt } from './address.ts'
import { refresh } from './live.ts'
import { textOf } from './response.ts'
import { tell } from './toast.ts'
import { go } from './visit.ts'

/** A control call about an exchange, as `requests/5`; undefined where the simulator does not answer. */
async function called(path: string, method = 'GET'): Promise<unknown> {
  const response = await fetch(callAt(path), { method, ...(method === 'POST' && { body: '{}' }) }).catch(
    () => undefined,
  )
  const received: unknown = await response?.json().catch(() => undefined)
  return received
}

/** The value in the journal's exchange that the keys lead to. */
export async function valueOf(id: string, keys: readonly string[]): Promise<unknown> {
  return keys.reduce(fieldOf, await called(`requests/${id}`))
}

/** Sends the request of an exchange once more, with the key of the form, and opens the exchange that comes of it. */
export async function sendAgain(form: HTMLFormElement): Promise<void> {
  const request = fieldOf(await called(`requests/${form.dataset['send']}`), 'request')
  const [method, path, query] = ['method', 'path', 'query'].map((name) => textOf(request, name))
  if (path === undefined || path === '') return tell('The journal no longer has it.', { near: form, isProblem: true })
  const key = new FormData(form).get('key')
  const type = textOf(fieldOf(request, 'headers'), 'content-type')
  const body = fieldOf(request, 'body')
  form.closest<HTMLElement>('[popover]')?.hidePopover()
  const response = await fetch(callAt(`..${path}${query === '' ? '' : `?${query}`}`), {
    method: method ?? 'GET',
    headers: {
      ...(typeof key === 'string' && key !== '' && { Authorization: `Bearer ${key}` }),
      ...(type !== '' && { 'Content-Type': type }),
    },
    ...(body !== null &&
      method !== 'GET' &&
      method !== 'HEAD' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch(() => undefined)
  const id = response?.headers.get('x-sim-exchange')
  if (!response || !id) {
    tell('Sent again: no answer came.', { near: form, isProblem: true })
    await refresh()
    return
  }
  const url = new URL(location.href)
  url.searchParams.set('exchange', id)
  await go(url.href)
  tell(`Sent again as exchange ${id}: ${response.status}.`)
}

/** Opens the world before an exchange, in a sandbox of its own. */
export async function openBefore(form: HTMLFormElement): Promise<void> {
  const forked = await called(`requests/${form.dataset['fork']}/fork`, 'POST')
  const name = textOf(forked, 'sandbox')
  if (name === '') {
    const why = [textOf(forked, 'msg') || 'The simulator did not answer.', textOf(forked, 'hint')]
    tell(why.filter((part) => part !== '').join('; '), { near: form, isProblem: true })
    return
  }
  const root = location.pathname.includes('/~') ? '../../../' : '../../'
  location.assign(new URL(`${root}~${name}/_sim/ui/journal`, pageAt('')))
}

/** Copies an exchange in the form that a link shows. @param link whose page has the text, and what is not exact in it */
export async function copyForm(link: HTMLAnchorElement): Promise<void> {
  const response = await fetch(link.href).catch(() => undefined)
  const page = new DOMParser().parseFromString((await response?.text()) ?? '', 'text/html')
  const text = page.getElementById('copied')?.textContent
  if (text === undefined || text === null) return location.assign(link.href)
  const limits = [...page.querySelectorAll('.limit')].map((limit) => limit.textContent)
  link.closest<HTMLElement>('[popover]')?.hidePopover()
  if (await copyText(text)) tell([`Copied as ${link.dataset['copies']}.`, ...limits].join(' '), { near: link })
  else await go(link.href)
}

/** Whether the browser lets it. */
export const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
