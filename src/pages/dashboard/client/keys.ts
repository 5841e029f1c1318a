const MS_FOR_SECOND_KEY = 1500

let isGoing = false
let forgetting: ReturnType<typeof setTimeout> | undefined

/** What single keys do outside of fields. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { target } = event
    const isField = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isField) return
    if (isGoing) goTo(event)
    else if (act(event.key)) event.preventDefault()
  })
}

/** The second key after `g`. */
function goTo(event: KeyboardEvent): void {
  isGoing = false
  const link = document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`)
  if (!(link instanceof HTMLElement)) return
  event.preventDefault()
  link.click()
}

/** @returns whether the key does something */
function act(key: string): boolean {
  if (key === 'g') {
    isGoing = true
    clearTimeout(forgetting)
    forgetting = setTimeout(() => (isGoing = false), MS_FOR_SECOND_KEY)
    return true
  }
  if (key === '?') document.getElementById('keys')?.togglePopover()
  else if (key === '/') return focus(document.querySelector('main input[type=search], #find'))
  else if (key === 'j') return focus(rowLink(1))
  else if (key === 'k') return focus(rowLink(-1))
  else if (key === 'Escape') return close()
  else return false
  return true
}

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
  if (element instanceof HTMLInputElement) element.select()
  return true
}

/** The link of the row after or before the one that has the focus or is open; else of the newest. */
function rowLink(step: 1 | -1): Element | null | undefined {
  const rows = [...document.querySelectorAll('main :is(tr, li)[id]')].filter((row) => row.querySelector('a') !== null)
  const focused = rows.findIndex((row) => row.contains(document.activeElement))
  const at = focused === -1 ? rows.findIndex((row) => row.classList.contains('open')) : focused
  const isNewestFirst = document.querySelector('[data-follow="true"]:not([data-newest="first"])') === null
  const start = isNewestFirst ? 0 : rows.length - 1
  return rows[at === -1 ? start : Math.max(0, Math.min(rows.length - 1, at + step))]?.querySelector('a')
}

/** Closes the detail; menus close by themselves. */
function close(): boolean {
  const link = document.querySelector('.detail .close')
  if (!(link instanceof HTMLElement) || document.querySelector('.sheet:popover-open') !== null) return false
  link.click()
  return true
}
