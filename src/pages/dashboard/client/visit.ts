import morphdom from 'morphdom'
import { followFocus, keepFocus, OPENING, rowIn } from './focus.ts'

/** The parts of a page that a renewal replaces. */
const RENEWED = ['bar', 'main'] as const

const ROWS = 'tr[id], li[id]'

/** What stands before every path of the sandbox. */
export const prefix = (): string => document.documentElement.dataset['prefix'] ?? ''

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
  await renew(listOf(before) !== listOf(shown)).catch(() => location.reload())
  for (const form of document.querySelectorAll('form[data-soft]')) if (form instanceof HTMLFormElement) form.reset()
  followFocus(before, location.href)
}

/** The address without what is open of the list. */
function listOf(address: string): string {
  const url = new URL(address)
  for (const name of OPENING) url.searchParams.delete(name)
  return url.href
}

/**
 * Asks for this page again and changes what differs. A journal that somebody reads further up stays as it is.
 * @param isOther whether its list is another one
 */
export async function renew(isOther = false): Promise<void> {
  const wanted = location.href
  const response = await fetch(wanted, { headers: { Accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (location.href !== wanted) return
  document.title = page.title
  const isAtEnd = isOther || atEnd()
  const log = isAtEnd ? null : followedLog()
  const putBack = keepFocus()
  for (const id of RENEWED) {
    const [here, there] = [document.getElementById(id), page.getElementById(id)]
    if (here === null || there === null) return location.reload()
    dropRows(here, there, log)
    morphdom(here, there, {
      onBeforeElUpdated: (from, to) => from !== log && mayChange(from, to),
    })
  }
  if (log === null) toEnd()
  else markOpened(log)
  putBack()
}

/** A list that stays shows which of its rows is open. */
function markOpened(log: HTMLElement): void {
  const opened = rowIn(location.href)
  for (const row of log.querySelectorAll('tr[id]')) {
    row.classList.toggle('open', row.id === opened)
    const link = row.querySelector('a')
    if (row.id === opened) link?.setAttribute('aria-current', 'true')
    else link?.removeAttribute('aria-current')
  }
}

/** Rows that are gone go first: else those that stay would be moved, and lose focus and place. */
function dropRows(here: HTMLElement, there: HTMLElement, log: HTMLElement | null): void {
  const wanted = new Set([...there.querySelectorAll(ROWS)].map(({ id }) => id))
  for (const row of here.querySelectorAll(ROWS)) if (!wanted.has(row.id) && log?.contains(row) !== true) row.remove()
}

function mayChange(here: HTMLElement, there: HTMLElement): boolean {
  if (here.isEqualNode(there) || here.dataset['keep'] !== undefined || here.dataset['dirty'] !== undefined) return false
  if (here instanceof HTMLDetailsElement && there instanceof HTMLDetailsElement) there.open = here.open
  return true
}

/** The journal, where its page follows it. */
const followedLog = (): HTMLElement | null => document.querySelector('#log[data-follow="true"]')

/** Whether the journal is followed, and not read further up. */
function atEnd(): boolean {
  const log = followedLog()
  return log === null || log.scrollTop + log.clientHeight >= log.scrollHeight - 8
}

export function toEnd(): void {
  const log = followedLog()
  if (log !== null) log.scrollTop = log.scrollHeight
}

/** Whoever scrolls back to the end sees what has come meanwhile. */
export function whenAtEnd(again: () => void): void {
  let wasAtEnd = true
  document.addEventListener(
    'scroll',
    () => {
      const isAtEnd = atEnd()
      followedLog()?.classList.toggle('paused', !isAtEnd)
      if (isAtEnd && !wasAtEnd) again()
      wasAtEnd = isAtEnd
    },
    { capture: true, passive: true },
  )
}
