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

interface Asked {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** Empty for none. */
  readonly key: string
  /** Empty for none. */
  readonly body: string
  readonly type: string
}

/** Makes a request of the simulated service. @returns the number of its exchange, undefined where no answer came */
async function ask({ method, path, key, body, type }: Asked) {
  const response = await fetch(callAt(`..${path}`), {
    method,
    headers: { ...(key !== '' && { Authorization: `Bearer ${key}` }), ...(type !== '' && { 'Content-Type': type }) },
    ...(body !== '' && method !== 'GET' && method !== 'HEAD' && { body }),
  }).catch(() => undefined)
  const id = response?.headers.get('x-sim-exchange')
  return response && id ? { id, status: response.status } : undefined
}

const fieldIn = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** Sends the request that a form describes, as `GET /api/v0/instances/`; its exchange comes as a row. */
export async function tryIt(form: HTMLFormElement): Promise<void> {
  const [method = 'GET', path = ''] = (form.dataset['ask'] ?? '').split(' ')
  const answer = await ask({
    method,
    path,
    key: fieldIn(form, 'key'),
    body: fieldIn(form, 'body'),
    type: 'application/json',
  })
  if (answer !== undefined && form.dataset['opens'] !== undefined)
    await go(pageAt(`journal?exchange=${answer.id}&show=${form.dataset['opens']}`))
  else await refresh()
  if (answer === undefined) tell('No response came.', { isProblem: true })
  else tell(`Exchange ${answer.id}: ${answer.status}.`)
}

/** Sends the request of an exchange once more, with the key of the form, and opens the exchange that comes of it. */
export async function sendAgain(form: HTMLFormElement): Promise<void> {
  const request = fieldOf(await called(`requests/${form.dataset['send']}`), 'request')
  const [method = '', path = '', query] = ['method', 'path', 'query'].map((name) => textOf(request, name))
  if (path === '') return tell('The journal no longer has it.', { isProblem: true })
  const body = fieldOf(request, 'body')
  form.closest<HTMLElement>('[popover]')?.hidePopover()
  const answer = await ask({
    method,
    path: `${path}${query === '' ? '' : `?${query}`}`,
    key: fieldIn(form, 'key'),
    body: body === null || body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
    type: textOf(fieldOf(request, 'headers'), 'content-type'),
  })
  if (answer === undefined) {
    tell('Sent again: no response came.', { isProblem: true })
    await refresh()
    return
  }
  const url = new URL(location.href)
  url.searchParams.set('exchange', answer.id)
  await go(url.href)
  tell(`Sent again as exchange ${answer.id}: ${answer.status}.`)
}

/** Opens the world before an exchange in a new sandbox. */
export async function openBefore(form: HTMLFormElement): Promise<void> {
  const forked = await called(`requests/${form.dataset['fork']}/fork`, 'POST')
  const name = textOf(forked, 'sandbox')
  if (name === '') {
    const why = [textOf(forked, 'msg') || 'The simulator did not answer.', textOf(forked, 'hint')]
    tell(why.filter((part) => part !== '').join('; '), { isProblem: true })
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
  if (await copyText(text)) tell([`Copied as ${link.dataset['copies']}.`, ...limits].join(' '))
  else await go(link.href)
}

/** Whether the browser lets it. */
export const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
