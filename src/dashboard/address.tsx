import type { ComponentProps } from 'preact'
import { Store } from './store.ts'

export const views = ['requests', 'faults', 'data', 'coverage'] as const
export type View = (typeof views)[number]

/** What the address bar says. */
export interface Address {
  /** The path of a proxy and of the sandbox, before every other: empty, `/sim`, `/~mine` or `/sim/~mine`. */
  readonly base: string
  /** The same without the sandbox. */
  readonly proxy: string
  readonly sandbox: string
  /** Undefined for a page that does not exist. */
  readonly view: View | 'docs' | undefined
  /** The operation that is open in the reference. */
  readonly page: string
  readonly query: Readonly<Record<string, string>>
}

const PLACE = /^(.*?)(?:\/_sim\/ui(?:\/([^/]*))?|\/docs(?:\/([^/]*))?)\/?$/
const SANDBOX = /^(.*)\/(?:~|%7e)([^/]*)$/i
const DEFAULT = 'default'

export function readAddress(): Address {
  const { pathname, search } = location
  const [, base = '', ui, page = ''] = PLACE.exec(pathname) ?? []
  const [, proxy = base, sandbox = DEFAULT] = SANDBOX.exec(base) ?? []
  const isDocs = ui === undefined && /\/docs(\/[^/]*)?\/?$/.test(pathname)
  const view = isDocs ? 'docs' : views.find((each) => each === ui)
  const query = Object.fromEntries(new URLSearchParams(search))
  return { base, proxy, sandbox, view, page: decodeURIComponent(page), query }
}

/** A place in the program. What it leaves out stays as it is in the same view, and is empty in another one. */
export interface To {
  readonly view?: View | 'docs'
  readonly sandbox?: string
  readonly page?: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

/** The path of a sandbox. */
export function baseOf(sandbox?: string): string {
  const { base, proxy } = readAddress()
  if (sandbox === undefined) return base
  return sandbox === DEFAULT ? proxy : `${proxy}/~${encodeURIComponent(sandbox)}`
}

function hrefOf({ view, sandbox, page, query }: To): string {
  const from = readAddress()
  const to = view ?? from.view ?? 'requests'
  const isSame = to === from.view && sandbox === undefined && page === undefined
  const search = new URLSearchParams(
    Object.entries({ ...(isSame && from.query), ...query }).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  const path = to === 'docs' ? `/docs${page ? `/${page}` : ''}` : `/_sim/ui/${to}`
  return baseOf(sandbox) + path + (search === '' ? '' : `?${search}`)
}

const address = new Store(readAddress())
addEventListener('popstate', () => (address.value = readAddress()))

export const useAddress = (): Address => address.use()

/** Goes to a place, as a link does; `isReplacing` leaves no step in the history. */
export function goTo(to: To, { isReplacing = false } = {}): void {
  const href = hrefOf(to)
  if (href === location.pathname + location.search) return
  if (isReplacing) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  address.value = readAddress()
}

type LinkProps = Omit<ComponentProps<'a'>, 'role'> & { readonly to: To }

/** Whether a click asks the browser for another tab or window. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey

/** Whether a click ends the selection of a text. */
const isSelecting = ({ detail }: MouseEvent): boolean => getSelection()?.isCollapsed === false && detail > 0

export const isPlainClick = (event: MouseEvent): boolean => !isForBrowser(event) && !isSelecting(event)

/** A link within the program. A click with a key that opens a tab is left to the browser, and so is a text that is selected. */
export const Link = ({ to, ...rest }: LinkProps) => (
  <a
    {...rest}
    href={hrefOf(to)}
    onClick={(event) => {
      if (event.defaultPrevented || isForBrowser(event)) return
      event.preventDefault()
      if (!isSelecting(event)) goTo(to)
    }}
  />
)
