import { refresh } from './live.ts'
import { prefix } from './visit.ts'

/** Sends a form to the control API, and shows what the API answers. */
export async function act(form: HTMLFormElement): Promise<void> {
  const [method = 'POST', path = ''] = (form.dataset['call'] ?? '').split(' ')
  showMessage('', '')
  let body: unknown
  try {
    body = bodyOf(form)
  } catch (error) {
    showMessage('', error instanceof Error ? error.message : String(error))
    return
  }
  const isEmpty = method === 'DELETE'
  const response = await fetch(`${prefix()}/_sim/${path}`, {
    method,
    ...(!isEmpty && { body: JSON.stringify(body) }),
  }).catch(() => undefined)
  const received: unknown = await response?.json().catch(() => undefined)
  if (response?.ok === true) {
    for (const field of fieldsOf(form)) delete field.dataset['dirty']
    form.reset()
    if (form.dataset['receipt'] === undefined) showMessage(form.dataset['done'] ?? 'Done.', '')
    else showReceipt(received)
  } else showMessage('', problemOf(received))
  await refresh()
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const fieldsOf = (form: HTMLFormElement): readonly Field[] =>
  [...form.elements].filter(
    (each): each is Field =>
      each instanceof HTMLInputElement || each instanceof HTMLSelectElement || each instanceof HTMLTextAreaElement,
  )

/** The body of the call. A field `match.operation` is `operation` within `match`, one named `.` is the whole body, and empty ones are left out. */
function bodyOf(form: HTMLFormElement): unknown {
  const body: Record<string, unknown> = {}
  for (const field of fieldsOf(form)) {
    if (field.name === '.') return valueOf(field)
    if (field.name === '' || field.value === '') continue
    const [outer = '', inner] = field.name.split('.')
    if (inner === undefined) body[outer] = valueOf(field)
    else body[outer] = { ...Object(body[outer]), [inner]: valueOf(field) }
  }
  return body
}

function valueOf(field: Field): unknown {
  const { name, value } = field
  const type = field.dataset['type']
  if (type === 'number') {
    if (Number.isNaN(Number(value))) throw new Error(`${name.replace(/^.*\./, '')}: ${value} is no number.`)
    return Number(value)
  }
  if (type === 'boolean') return value === 'true'
  if (type === 'json') return parsed(value)
  if (type === 'patch' && field instanceof HTMLTextAreaElement) return patch(parsed(field.defaultValue), parsed(value))
  return value
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch (error) {
    throw new Error(`That is no JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}

/** The fields that differ; removed ones are null. */
function patch(before: unknown, after: unknown): object {
  const [old, edited] = [fieldsIn(before), fieldsIn(after)]
  const removed = [...old.keys()].filter((name) => !edited.has(name))
  const changed = [...edited].filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)))
  return Object.fromEntries([...changed, ...removed.map((name): [string, null] => [name, null])])
}

function fieldsIn(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('A row is a JSON object.')
  return new Map(Object.entries(value))
}

function showMessage(done: string, problem: string): void {
  for (const [id, text] of [
    ['said', done],
    ['complaint', problem],
  ] as const) {
    const place = document.getElementById(id)
    if (place !== null) place.textContent = text
  }
}

const textOf = (response: unknown, name: string): string => {
  const value: unknown = typeof response === 'object' && response !== null ? Reflect.get(response, name) : undefined
  return typeof value === 'string' ? value : ''
}

const problemOf = (response: unknown): string =>
  [textOf(response, 'msg') || 'The simulator did not answer.', textOf(response, 'hint')]
    .filter((part) => part !== '')
    .join('; ')

/** Lists what fell due while the clock moved. */
function showReceipt(response: unknown): void {
  const receipt = document.getElementById('receipt')
  const happened: unknown =
    typeof response === 'object' && response !== null ? Reflect.get(response, 'happened') : undefined
  if (receipt === null || !Array.isArray(happened)) return
  const list = document.createElement('ul')
  for (const due of happened) {
    const line = document.createElement('li')
    line.textContent = `${textOf(due, 'at')} ${textOf(due, 'text')}`
    list.append(line)
  }
  const heading = document.createElement('p')
  heading.textContent = `It is ${textOf(response, 'now')}. ${happened.length === 0 ? 'Nothing fell due on the way.' : 'On the way:'}`
  receipt.replaceChildren(heading, list)
}

/** Copies a text. Where the browser refuses that, it selects the text, so that the user can copy it. */
export async function copy(button: HTMLButtonElement): Promise<void> {
  const place = document.getElementById(button.dataset['copy'] ?? '')
  if (place === null) return
  try {
    await navigator.clipboard.writeText(place.textContent ?? '')
    showMessage('Copied.', '')
  } catch {
    getSelection()?.selectAllChildren(place)
    showMessage('Selected: copy it with the keyboard.', '')
  }
}

export function openSandbox(form: HTMLFormElement): void {
  const name = fieldsOf(form)[0]?.value ?? ''
  location.assign(`/~${name}/_sim/ui/journal`)
}
