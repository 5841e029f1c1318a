import { lose } from './connection.ts'
import { DETAIL_PARAMS, followFocus } from './focus.ts'
import { renew, ServerGoneError } from './renew.ts'
import { tell } from './toast.ts'

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
let underWay = 0

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
  underWay += 1
  // What an act of the page before would do may be meant no longer: the style sheet lets no click reach it.
  document.documentElement.dataset['going'] = ''
  try {
    await renew(listOf(before) !== listOf(shown))
  } catch (error) {
    if (!(error instanceof ServerGoneError)) throw error
    // The page stays as it was: what one reads is not lost.
    history.replaceState(null, '', before)
    shown = before
    lose()
    tell('The simulator did not answer: this page is as it was last heard.', { isProblem: true })
    return
  } finally {
    underWay -= 1
    if (underWay === 0) delete document.documentElement.dataset['going']
  }
  for (const form of document.querySelectorAll('form[data-soft]')) if (form instanceof HTMLFormElement) form.reset()
  followFocus(before, location.href)
  showTab()
}

/** Where the tabs scroll, the current one is in sight. */
export function showTab(): void {
  const tab = document.querySelector('header nav [aria-current]')
  const tabs = tab?.closest('.below-bar')
  if (tabs && tab instanceof HTMLElement) tabs.scrollLeft = tab.offsetLeft - tabs.clientWidth / 2
}

/** The URL without the row that is open. */
function listOf(href: string): string {
  const url = new URL(href)
  for (const name of DETAIL_PARAMS) url.searchParams.delete(name)
  return url.href
}
