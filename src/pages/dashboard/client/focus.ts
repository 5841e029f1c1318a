/** Remembers what has the focus. @returns puts the focus back after the page has changed: there, or on the nearest element around it that is left */
export function keepFocus(): () => void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return () => undefined
  const ancestors = [...ancestorsOf(focused)]
  return () => {
    if (document.activeElement === focused) return
    const place = focused.isConnected
      ? focused
      : ancestors
          .filter((each) => each.isConnected)
          .map(focusable)
          .find(Boolean)
    place?.focus({ preventScroll: true })
  }
}

function* ancestorsOf(element: HTMLElement): Iterable<HTMLElement> {
  for (let each = element.parentElement; each !== null; each = each.parentElement) yield each
}

/** What can take the focus in place of something within the element. */
function focusable(element: HTMLElement): HTMLElement | null {
  if (element.hasAttribute('tabindex')) return element
  return element instanceof HTMLDetailsElement ? element.querySelector('summary') : null
}

/** Focuses the detail that was opened, or the row whose detail was closed. */
export function followFocus(before: string, now: string): void {
  const [closed, opened] = [rowIn(before), rowIn(now)]
  const place = opened === undefined ? document.getElementById(closed ?? '')?.querySelector('a') : detail()
  if (closed !== opened && place instanceof HTMLElement) place.focus({ preventScroll: opened !== undefined })
  document.getElementById(opened ?? '')?.scrollIntoView({ block: 'nearest' })
}

const detail = (): HTMLElement | null => document.getElementById('detail')

/** The query parameters that open a row of a list. */
const ROW_PARAMS = ['exchange', 'row', 'trial', 'rule'] as const

/** The query parameters that leave a list as it is: the row that is open, and the part of it that is shown. */
export const DETAIL_PARAMS = [...ROW_PARAMS, 'show', 'as', 'whole'] as const

/** The id of the row that a URL opens. */
export function rowIn(url: string): string | undefined {
  const { searchParams } = new URL(url)
  const name = ROW_PARAMS.find((each) => searchParams.has(each))
  return name && `${name}-${searchParams.get(name)}`
}
