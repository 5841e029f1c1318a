import morphdom from 'morphdom'
import { keepFocus, rowIn } from './focus.ts'
import { whileBusy } from './busy.ts'
import { showOffFaults } from './off-faults.ts'
import { labelUndo } from './toast.ts'
import { heldList, offerNew, rowsIn, toEnd } from './followed-list.ts'

/** The parts of a page that a renewal replaces. */
const RENEWED = ['top', 'main'] as const

/** Thrown when the server does not answer with this page: it is gone, wants another token, or dropped the sandbox. */
export class ServerGoneError extends Error {}

/**
 * Fetches this page again and changes what differs. A list that is held keeps its rows.
 * @param isOther whether the page shows another list than before
 * @throws ServerGoneError; the page is then as it was
 */
export async function renew(isOther = false): Promise<void> {
  const wanted = location.href
  const page = await whileBusy(fetchPage(wanted))
  if (location.href !== wanted) return
  document.title = page.title
  const icon = page.querySelector('link[rel=icon]')?.getAttribute('href')
  if (icon) document.querySelector('link[rel=icon]')?.setAttribute('href', icon)
  const isOtherWorld = worldOf(document) !== worldOf(page)
  if (page.documentElement.dataset['absent'] === undefined) delete document.documentElement.dataset['absent']
  const held = isOther || isOtherWorld ? null : heldList()
  const putBack = keepFocus()
  for (const id of RENEWED) {
    const [here, there] = [document.getElementById(id), page.getElementById(id)]
    if (here === null || there === null) throw new ServerGoneError('that is not a page of the dashboard')
    if (held !== null && here.contains(held)) renewRows(held, there)
    dropRows(here, there, held)
    morphdom(here, there, { ...keeping, onBeforeElUpdated: (from, to) => from !== held && mayChange(from, to) })
  }
  if (held === null) toEnd()
  putBack()
  labelUndo()
  showOffFaults()
}

async function fetchPage(url: string): Promise<Document> {
  const response = await fetch(url, { headers: { Accept: 'text/html' } }).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  if (response === undefined || text === undefined) throw new ServerGoneError('the server does not answer')
  const page = new DOMParser().parseFromString(text, 'text/html')
  const isDropped = page.documentElement.dataset['absent'] !== document.documentElement.dataset['absent']
  if (response.status >= 500 || response.status === 401 || (isDropped && response.status === 404))
    throw new ServerGoneError('the server answers with another page')
  return page
}

const worldOf = (page: Document): string | undefined => page.getElementById('top')?.dataset['world']

const keeping = {
  onBeforeNodeDiscarded: (node: Node) => !(node instanceof HTMLElement && node.dataset['keep'] !== undefined),
}

/** Renews the rows that a held list shows, each in its place, and says how many are new. */
function renewRows(held: HTMLElement, page: HTMLElement): void {
  const latest = page.querySelector('[data-follow="true"]')
  if (!(latest instanceof HTMLElement)) return
  const opened = rowIn(location.href)
  const there = new Map(rowsIn(latest).map((row) => [row.id, row]))
  for (const row of rowsIn(held)) {
    const now = there.get(row.id)
    if (now !== undefined) morphdom(row, now, { ...keeping, onBeforeElUpdated: mayChange })
    else markOpened(row, row.id === opened)
  }
  offerNew(held, latest)
}

/** A row that the page no longer has is marked as the page would mark it. */
function markOpened(row: Element, isOpen: boolean): void {
  row.classList.toggle('open', isOpen)
  const link = row.querySelector('a')
  if (isOpen) link?.setAttribute('aria-current', 'true')
  else link?.removeAttribute('aria-current')
}

/** Removes rows that the new page lacks. morphdom would move the others into their places, and they would lose focus and scroll position. */
function dropRows(here: HTMLElement, there: HTMLElement, held: HTMLElement | null): void {
  const wanted = new Set(rowsIn(there).map(({ id }) => id))
  for (const row of rowsIn(here)) {
    const isKept = row.closest('[data-keep]') !== null || held?.contains(row) === true
    if (!isKept && !wanted.has(row.id)) row.remove()
  }
}

function mayChange(here: HTMLElement, there: HTMLElement): boolean {
  const { keep, dirty } = here.dataset
  // The line of a JSON document that its buttons are about.
  if (here.classList.contains('aimed')) there.classList.add('aimed')
  if (here.isEqualNode(there) || keep !== undefined || dirty !== undefined) return false
  if (here.getAttribute('aria-invalid') === 'true') return false
  if (here instanceof HTMLDetailsElement && there instanceof HTMLDetailsElement) there.open = here.open
  return true
}
