import { fieldOf } from '../../../kernel/object.ts'
import { pageAt } from './address.ts'
import { textOf } from './response.ts'

/** Faults that were switched off are remembered by the tab, for each sandbox. */
const place = `off faults of ${new URL(pageAt('faults')).pathname}`

const remembered = (): readonly string[] => {
  const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
}

/** A control call that switches a fault off is remembered with the fault; one that adds it ends that. */
export function rememberFault(form: HTMLFormElement, sent: unknown): void {
  const { call = '', undoBody } = form.dataset
  const name = call.startsWith('DELETE faults/') ? call.slice('DELETE faults/'.length) : fieldOf(sent, 'name')
  const others = remembered().filter((each) => textOf(JSON.parse(each), 'name') !== name)
  if (call === 'POST faults') sessionStorage.setItem(place, JSON.stringify(others))
  else if (call.startsWith('DELETE faults/') && undoBody !== undefined)
    sessionStorage.setItem(place, JSON.stringify([...others, undoBody]))
}

/** Lists the faults that are switched off, each with a button, where the page has a place for them. */
export function showOffFaults(): void {
  const list = document.getElementById('switched-off')
  if (list === null) return
  const off = remembered().filter(
    (text) => document.getElementById(`fault-${textOf(JSON.parse(text), 'name')}`) === null,
  )
  if (list.dataset['shown'] === JSON.stringify(off)) return
  list.dataset['shown'] = JSON.stringify(off)
  list.replaceChildren(...off.map(lineFor))
}

function lineFor(text: string): HTMLElement {
  const name = textOf(JSON.parse(text), 'name')
  const [line, form, input, button] = ['li', 'form', 'input', 'button'].map((tag) => document.createElement(tag))
  if (!line || !form || !(input instanceof HTMLInputElement) || !button) return document.createElement('li')
  form.dataset['call'] = 'POST faults'
  form.dataset['done'] = `Switched on ${name}.`
  input.type = 'hidden'
  input.name = '.'
  input.dataset['type'] = 'json'
  input.defaultValue = text
  button.textContent = 'Switch on'
  button.ariaLabel = `Switch on ${name}`
  line.className = 'line quiet'
  form.append(input, button)
  line.append(`${name} is off`, form)
  return line
}
