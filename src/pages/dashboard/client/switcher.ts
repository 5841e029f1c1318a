import { fieldsOf } from './form-body.ts'
import { pageAt } from './address.ts'

let asked = 0

/** Fills the menu with what the server lists, when it opens and as one types. @param compare the sandbox to compare with */
export async function fillSwitcher(compare = ''): Promise<void> {
  const [menu, list, find] = ['switcher', 'switcher-list', 'switcher-find'].map((id) => document.getElementById(id))
  if (!menu || !list || !(find instanceof HTMLInputElement)) return
  const url = new URL(menu.dataset['list'] ?? '', location.href)
  const number = ++asked
  url.searchParams.set('text', find.value)
  url.searchParams.set('compare', compare)
  const response = await fetch(url).catch(() => undefined)
  const text = response?.ok === true ? await response.text() : '<p>The simulator did not answer.</p>'
  // What was asked for later stands.
  if (number === asked) list.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes)
}

/** Compares with the sandbox that a link of the menu names, in the menu. */
export const compareInMenu = (link: HTMLAnchorElement): Promise<void> =>
  fillSwitcher(new URL(link.href).searchParams.get('compare') ?? '')

/** Makes a sandbox where there is none, and goes to the view that the form names. */
export async function openSandbox(form: HTMLFormElement): Promise<void> {
  const name = fieldsOf(form)[0]?.value ?? ''
  const root = new URL(location.pathname.includes('/~') ? '../../../' : '../../', pageAt(''))
  // To go on by nothing changes nothing, but makes the sandbox.
  await fetch(new URL(`~${name}/_sim/clock/advance`, root), { method: 'POST', body: '{"seconds":0}' }).catch(
    () => undefined,
  )
  location.assign(new URL(`~${name}/_sim/ui/${form.dataset['openSandbox']}`, root))
}
