import { callAt, pageAt } from './address.ts'
import { bodyOf, FieldError, fieldsOf } from './form-body.ts'
import { refresh } from './live.ts'
import { textOf } from './response.ts'
import { fillSwitcher } from './switcher.ts'
import { showReceipt } from './receipt.ts'
import { rememberFault } from './off-faults.ts'
import { hushToast, tell } from './toast.ts'
import { whileBusy } from './busy.ts'
import { undoOf } from './undo.ts'
import { go } from './visit.ts'

/** Sends a form to the control API, and says what the API answers. */
export async function act(form: HTMLFormElement): Promise<void> {
  const [method = 'POST', path = ''] = (form.dataset['call'] ?? '').split(' ')
  hushToast()
  clearProblems(form)
  const body = readForm(form)
  if (body === undefined) return
  const isEdit = form.dataset['edits'] !== undefined || form.querySelector('[data-type=patch]') !== null
  if (isEdit && JSON.stringify(body) === '{}') {
    tell('Nothing to save: no field is changed.')
    return
  }
  const replaces = fieldsOf(form).find(({ dataset, value }) => dataset['taken']?.split(' ').includes(value))?.value
  const undoing = await undoOf(form, body)
  const response = await whileBusy(
    fetch(callAt((form.dataset['of'] ?? '') + path), {
      method,
      ...(method !== 'DELETE' && { body: JSON.stringify(body) }),
    }).catch(() => undefined),
  )
  const received: unknown = await response?.json().catch(() => undefined)
  if (response?.ok === true) {
    for (const field of fieldsOf(form)) delete field.dataset['dirty']
    form.reset()
    rememberFault(form, body)
    const done = form.dataset['done'] ?? 'Done.'
    const undo = undoing(received)
    if (form.dataset['receipt'] === undefined)
      tell(replaces === undefined ? done : `${done} It replaces the earlier ${replaces}.`, { undo })
    else showReceipt(received, undo)
    const { then } = form.dataset
    if (then !== undefined) return go(pageAt(then))
  } else showProblem(form, received)
  if (form.closest('#switcher') !== null) await fillSwitcher()
  await refresh()
}

/** The body; undefined when a field cannot be read, which then says so. */
function readForm(form: HTMLFormElement): unknown {
  try {
    return bodyOf(form)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    showAt(error.field, error.message)
    return undefined
  }
}

/** A problem that names a field is told there, any other at the foot of the page. */
function showProblem(form: HTMLFormElement, received: unknown): void {
  const message = textOf(received, 'msg')
  if (message === '') {
    tell('The simulator did not answer.', { isProblem: true })
    return
  }
  const text = [message, textOf(received, 'hint')].filter((part) => part !== '').join('; ')
  const name = /^(?:\w+ \d+ )?([\w.]+): /.exec(message)?.[1]
  const fields = fieldsOf(form).filter(({ type }) => type !== 'hidden')
  const field = fields.find((each) => each.name === name) ?? fields.find((each) => each.name === '.')
  if (field === undefined) tell(text, { isProblem: true })
  else showAt(field, text)
}

/** Tells below a field what is wrong with it. */
function showAt(field: HTMLElement, text: string): void {
  const problem = document.createElement('p')
  problem.className = 'problem'
  problem.id = `${field.id || (field.getAttribute('name') ?? '')}-problem`
  problem.role = 'alert'
  // A renewal of the page keeps it.
  problem.dataset['keep'] = ''
  problem.textContent = text
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', problem.id)
  field.after(problem)
  field.focus()
}

/** Takes away what was said of the fields. */
export function clearProblems(within: HTMLElement): void {
  for (const problem of within.querySelectorAll('.problem[data-keep]')) problem.remove()
  for (const field of within.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
  }
}
