// A list that shows the latest is marked with data-follow="true"; it ends where the newest row is: below, or above with
// data-newest="first". While somebody points at it, has the focus in a row, or has scrolled away from the newest row, it
// keeps its rows where they are, and a button says how many are new.

const ROWS = 'tr[id], li[id]'
/** So many pixels from its end, a list still counts as being there. */
const TOLERANCE = 8

let isAimedAt = false
/** Somebody scrolled to the end, and has not aimed at a row since. */
let wantsLatest = false

const followedList = (): HTMLElement | null => document.querySelector('[data-follow="true"]')

const showsNewestFirst = (list: HTMLElement): boolean => list.dataset['newest'] === 'first'

const isAtEnd = (list: HTMLElement): boolean =>
  showsNewestFirst(list)
    ? list.scrollTop <= TOLERANCE
    : list.scrollTop + list.clientHeight >= list.scrollHeight - TOLERANCE

/** The list that keeps its rows for now. */
export function heldList(): HTMLElement | null {
  const list = followedList()
  if (list === null) return null
  const hasFocus = list.querySelector(`:is(${ROWS}):focus-within`) !== null
  return !wantsLatest && (isAimedAt || hasFocus || !isAtEnd(list)) ? list : null
}

export function toEnd(): void {
  wantsLatest = false
  const list = followedList()
  if (list === null) return
  list.querySelector('.new-rows')?.remove()
  list.scrollTop = showsNewestFirst(list) ? 0 : list.scrollHeight
}

export const rowsIn = (within: Element): readonly Element[] => [...within.querySelectorAll(ROWS)]

/** Says how many rows of the latest page a list lacks. */
export function offerNew(list: HTMLElement, latest: HTMLElement): void {
  const shown = new Set(rowsIn(list).map(({ id }) => id))
  const rows = rowsIn(latest)
  const missing = rows.filter(({ id }) => !shown.has(id)).length
  const pill = list.querySelector('.new-rows button')
  if (missing === 0) return
  const text = `${missing}${missing === rows.length ? '+' : ''} new`
  if (pill !== null) pill.textContent = text
  else {
    const place = document.createElement('div')
    place.className = 'new-rows'
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'primary'
    button.textContent = text
    place.append(button)
    if (showsNewestFirst(list)) list.prepend(place)
    else list.append(place)
  }
}

/** Rows that scroll under a pointer that rests are aimed at by nobody. */
function aimByMoving({ movementX, movementY }: PointerEvent): void {
  if (isAimedAt && (movementX !== 0 || movementY !== 0)) wantsLatest = false
}

/** Calls back when nobody aims at a list any more, which may follow again, and when somebody has scrolled to its end, who wants the latest. */
export function whenLetGo(again: () => void): void {
  let [wasHeld, wasAtEnd] = [false, true]
  const look = (): void => {
    const list = followedList()
    const isHeld = heldList() !== null
    const atEnd = list === null || isAtEnd(list)
    wantsLatest ||= atEnd && !wasAtEnd
    if (wantsLatest || (wasHeld && !isHeld)) again()
    wasHeld = isHeld
    wasAtEnd = atEnd
  }
  const aim = (target: EventTarget | null): void => {
    const table = target instanceof Element ? target.closest('table') : null
    isAimedAt = table !== null && followedList()?.contains(table) === true
    look()
  }
  document.addEventListener('pointermove', aimByMoving, { passive: true })
  document.addEventListener('pointerover', ({ target }) => aim(target), { passive: true })
  document.addEventListener('pointerout', ({ relatedTarget }) => relatedTarget === null && aim(null), { passive: true })
  document.addEventListener('scroll', look, { capture: true, passive: true })
  document.addEventListener('focusin', look)
  document.addEventListener('focusout', () => setTimeout(look))
}
