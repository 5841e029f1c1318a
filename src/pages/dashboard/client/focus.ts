/** Remembers where the focus is; what it answers with puts it back, or near, when the page has changed under it. */
export function keepFocus(): () => void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return () => undefined
  const around = [...ancestorsOf(focused)]
  return () => {
    if (document.activeElement === focused) return
    const place = focused.isConnected
      ? focused
      : around
          .filter((each) => each.isConnected)
          .map(stop)
          .find(Boolean)
    place?.focus({ preventScroll: true })
  }
}

function* ancestorsOf(element: HTMLElement): Iterable<HTMLElement> {
  for (let each = element.parentElement; each !== null; each = each.parentElement) yield each
}

/** Where a keyboard may stand at the edge of an element. */
function stop(element: HTMLElement): HTMLElement | null {
  if (element.hasAttribute('tabindex')) return element
  return element instanceof HTMLDetailsElement ? element.querySelector('summary') : null
}

/** The detail that was opened, or the row whose detail was closed. */
export function followFocus(before: string, now: string): void {
  const [left, come] = [rowIn(before), rowIn(now)]
  const place = come === undefined ? document.getElementById(left ?? '')?.querySelector('a') : detail()
  if (left !== come && place instanceof HTMLElement) place.focus()
}

const detail = (): HTMLElement | null => document.getElementById('detail')

/** What of an address opens one row of a list. */
export const OPENING = ['exchange', 'row'] as const

/** The id of the row that an address opens. */
export function rowIn(url: string): string | undefined {
  const { searchParams } = new URL(url)
  const name = OPENING.find((each) => searchParams.has(each))
  return name && `${name}-${searchParams.get(name)}`
}
