import { goTo, readAddress, views } from './address.tsx'

/** The keys, for the menu that lists them. */
export const keyList = [
  ['/', 'search'],
  ['j k ↓ ↑', 'next and previous row'],
  ['Enter', 'open the row'],
  ['Esc', 'close, back to the row'],
  [', .', 'older and newer request'],
  ['e', 'next error'],
  ['c', 'copy as curl'],
  ['b', 'break this operation'],
  ['w', 'why: the rules behind it'],
  ['n', 'next uncovered rule'],
  ['g r, g f, g d, g c', 'go to a view'],
] as const

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

let isGoing = false

/** Handles a key that is not typed into a field. */
export function onKey(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return
  if (event.key === 'Escape') return close(event)
  if (isTyped(event.target)) return
  const act = isGoing ? goals[event.key] : acts[event.key]
  isGoing = !isGoing && event.key === 'g'
  if (act === undefined) return
  event.preventDefault()
  act()
}

const goals: Readonly<Record<string, () => void>> = Object.fromEntries(
  views.map((view) => [view.slice(0, 1), () => goTo({ view })]),
)

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()
const click = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click()

const acts: Readonly<Record<string, () => void>> = {
  '/': () => {
    const field = document.querySelector<HTMLInputElement>('[data-search]')
    field?.focus()
    field?.select()
  },
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  ',': () => click('[data-detail] [aria-label^="Previous"]'),
  '.': () => click('[data-detail] [aria-label^="Next"]'),
  e: () => step(1, (row) => row.dataset['failed'] !== undefined),
  c: () => click('[data-curl]'),
  b: () => click('.break > button'),
  w: () => focusOn('#why'),
  n: () => click('[data-next-uncovered]'),
}

/** Goes to the next row of the list, and opens it where a detail is open. */
function step(by: 1 | -1, isWanted: (row: HTMLElement) => boolean = () => true): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const current = rows.findIndex((row) => row === document.activeElement)
  const open = rows.findIndex((row) => row.getAttribute('aria-current') === 'true')
  const from = current === -1 ? open : current
  const ordered = by === 1 ? rows.slice(from + 1) : rows.slice(0, from === -1 ? rows.length : from).toReversed()
  const wanted = ordered.find(isWanted)
  if (wanted === undefined) return
  wanted.focus()
  wanted.scrollIntoView({ block: 'nearest' })
  if (open !== -1) wanted.click()
}

function close(event: KeyboardEvent): void {
  const { query, view } = readAddress()
  if (isTyped(event.target) && event.target instanceof HTMLElement) return event.target.blur()
  const open = ['request', 'row', 'rule', 'trial', 'cell'].filter((name) => query[name] !== undefined)
  if (open.length === 0 || view === undefined) return
  const row = document.querySelector<HTMLElement>('[data-row][aria-current=true]')
  goTo({ view, query: Object.fromEntries(open.map((name) => [name, undefined])) })
  row?.focus()
}
