import morphdom from 'morphdom'
import { followFocus, keepFocus, DETAIL_PARAMS, rowIn } from './focus.ts'

/** The parts of a page that a renewal replaces. */
const RENEWED = ['top', 'main'] as const

const ROWS = 'tr[id], li[id]'

/** Whether a link or form shows its page without a full load. */
export const isSoft = (element: HTMLElement): boolean => element.dataset['soft'] !== undefined

/** The URL that a form with method GET leads to. */
export function locationOf(form: HTMLFormElement): string {
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '') url.searchParams.set(name, value)
  return url.href
}

let shown = location.href

/** Goes to another page without a full load. */
export async function go(url: string): Promise<void> {
  history.pushState(null, '', url)
  await showAddress()
}

/** Shows the page of the current URL. Forms that filter are set to what that page shows. */
export async function showAddress(): Promise<void> {
  const before = shown
  shown = location.href
  for (const field of document.querySelectorAll('form[data-soft] [data-dirty]'))
    if (field instanceof HTMLElement) delete field.dataset['dirty']
  await renew(listOf(before) !== listOf(shown)).catch(() => location.reload())
  for (const form of document.querySelectorAll('form[data-soft]')) if (form instanceof HTMLFormElement) form.reset()
  followFocus(before, location.href)
}

/** The URL without the row that is open. */
function listOf(href: string): string {
  const url = new URL(href)
  for (const name of DETAIL_PARAMS) url.searchParams.delete(name)
  return url.href
}

/**
 * Fetches this page again and changes what differs. A journal that is scrolled up keeps its rows.
 * @param isOther whether the page shows another list than before
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
      onBeforeNodeDiscarded: (node) => !(node instanceof HTMLElement && node.dataset['keep'] !== undefined),
    })
  }
  if (log === null) toEnd()
  else markOpened(log)
  putBack()
}

/** Marks the open row in a journal that keeps its rows. */
function markOpened(log: HTMLElement): void {
  const opened = rowIn(location.href)
  for (const row of log.querySelectorAll('tr[id]')) {
    row.classList.toggle('open', row.id === opened)
    const link = row.querySelector('a')
    if (row.id === opened) link?.setAttribute('aria-current', 'true')
    else link?.removeAttribute('aria-current')
  }
}

/** Removes rows that the new page lacks. morphdom would move the others into their places, and they would lose focus and scroll position. */
function dropRows(here: HTMLElement, there: HTMLElement, log: HTMLElement | null): void {
  const wanted = new Set([...there.querySelectorAll(ROWS)].map(({ id }) => id))
  for (const row of here.querySelectorAll(ROWS)) if (!wanted.has(row.id) && log?.contains(row) !== true) row.remove()
}

function mayChange(here: HTMLElement, there: HTMLElement): boolean {
  const { keep, dirty } = here.dataset
  if (here.isEqualNode(there) || keep !== undefined || dirty !== undefined) return false
  if (here.getAttribute('aria-invalid') === 'true') return false
  if (here instanceof HTMLDetailsElement && there instanceof HTMLDetailsElement) there.open = here.open
  return true
}

/** The journal, if its page shows the latest exchanges. */
const followedLog = (): HTMLElement | null => document.querySelector('#log[data-follow="true"]')

/** Whether no journal is scrolled up. */
function atEnd(): boolean {
  const log = followedLog()
  return log === null || log.scrollTop + log.clientHeight >= log.scrollHeight - 8
}

export function toEnd(): void {
  const log = followedLog()
  if (log !== null) log.scrollTop = log.scrollHeight
}

/** Calls back when the journal is scrolled down to its end again. */
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
