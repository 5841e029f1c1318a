import morphdom from 'morphdom'
import { followFocus, keepFocus } from './focus.ts'

/** The parts of a page that a renewal replaces. */
const RENEWED = ['bar', 'main'] as const

const ROWS = 'tr[id], li[id]'

export const isSoft = (element: HTMLElement): boolean => element.dataset['soft'] !== undefined

/** Where a form that asks leads to. */
export function locationOf(form: HTMLFormElement): string {
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '') url.searchParams.set(name, value)
  return url.href
}

let shown = location.href

/** Shows another page without loading all of it anew. */
export async function go(url: string): Promise<void> {
  history.pushState(null, '', url)
  await arrive()
}

/** Shows the page that the address names now; what forms ask for is again what the page shows. */
export async function arrive(): Promise<void> {
  const before = shown
  shown = location.href
  for (const field of document.querySelectorAll('form[data-soft] [data-dirty]'))
    if (field instanceof HTMLElement) delete field.dataset['dirty']
  await renew().catch(() => location.reload())
  for (const form of document.querySelectorAll('form[data-soft]')) if (form instanceof HTMLFormElement) form.reset()
  followFocus(before, location.href)
}

/** Asks for this page again and changes what differs. */
export async function renew(): Promise<void> {
  const wanted = location.href
  const response = await fetch(wanted, { headers: { Accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (location.href !== wanted) return
  document.title = page.title
  const isAtEnd = atEnd()
  const putBack = keepFocus()
  for (const id of RENEWED) {
    const [here, there] = [document.getElementById(id), page.getElementById(id)]
    if (here === null || there === null) return location.reload()
    dropRows(here, there)
    morphdom(here, there, { onBeforeElUpdated: mayChange })
  }
  if (isAtEnd) toEnd()
  putBack()
}

/** Rows that are gone go first: else those that stay would be moved, and lose focus and place. */
function dropRows(here: HTMLElement, there: HTMLElement): void {
  const wanted = new Set([...there.querySelectorAll(ROWS)].map(({ id }) => id))
  for (const row of here.querySelectorAll(ROWS)) if (!wanted.has(row.id)) row.remove()
}

function mayChange(here: HTMLElement, there: HTMLElement): boolean {
  if (here.isEqualNode(there) || here.dataset['keep'] !== undefined || here.dataset['dirty'] !== undefined) return false
  if (here instanceof HTMLDetailsElement && there instanceof HTMLDetailsElement) there.open = here.open
  return true
}

const logElement = (): HTMLElement | null => document.getElementById('log')

/** Whether the journal is followed. */
function atEnd(): boolean {
  const log = logElement()
  return log !== null && log.dataset['follow'] !== undefined && log.scrollTop + log.clientHeight >= log.scrollHeight - 8
}

export function toEnd(): void {
  const log = logElement()
  if (log !== null) log.scrollTop = log.scrollHeight
}
