import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'

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

export function readAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'> = location): Address {
  const [, base = '', ui, page = ''] = PLACE.exec(pathname) ?? []
  const [, proxy = base, sandbox = DEFAULT] = SANDBOX.exec(base) ?? []
  const isDocs = ui === undefined && /\/docs(\/[^/]*)?\/?$/.test(pathname)
  const view = isDocs ? 'docs' : views.find((each) => each === ui)
  return {
    base,
    proxy,
    sandbox,
    view,
    page: decodeURIComponent(page),
    query: Object.fromEntries(new URLSearchParams(search)),
  }
}

/** A place in the program. What it leaves out stays as it is in the same view, and is empty in another one. */
export interface To {
  readonly view?: View | 'docs'
  readonly sandbox?: string
  readonly page?: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

function hrefOf({ view, sandbox, page, query = {} }: To, from: Address = readAddress()): string {
  const to = view ?? from.view ?? 'requests'
  const isSame = to === from.view && sandbox === undefined && page === undefined
  const base =
    sandbox === undefined ? from.base : from.proxy + (sandbox === DEFAULT ? '' : `/~${encodeURIComponent(sandbox)}`)
  const given: Readonly<Record<string, string | number | undefined>> = { ...(isSame ? from.query : {}), ...query }
  const search = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  const path = to === 'docs' ? `/docs${page === undefined || page === '' ? '' : `/${page}`}` : `/_sim/ui/${to}`
  return base + path + (search === '' ? '' : `?${search}`)
}

const listeners = new Set<() => void>()

const changed = (): void => {
  for (const listener of listeners) listener()
}

addEventListener('popstate', changed)

/** Goes to a place, as a link does; `isReplacing` leaves no step in the history. */
export function goTo(to: To, { isReplacing = false } = {}): void {
  const href = hrefOf(to)
  if (href === location.pathname + location.search) return
  if (isReplacing) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  changed()
}

export function useAddress(): Address {
  const [address, setAddress] = useState(readAddress)
  useEffect(() => {
    const listener = (): void => setAddress(readAddress())
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return address
}

interface LinkProps {
  readonly to: To
  readonly class?: string
  readonly title?: string | undefined
  readonly draggable?: boolean
  readonly 'aria-label'?: string
  readonly 'aria-current'?: 'page' | 'true' | undefined
  /** The number of the row that it opens. */
  readonly 'data-row'?: number | string
  readonly 'data-close'?: boolean
  readonly children?: ComponentChildren
  readonly onFollow?: () => void
}

/** A link within the program. A click with a key that opens a tab is left to the browser, and so is a text that is selected. */
export const Link = ({ to, children, onFollow, ...rest }: LinkProps) => (
  <a
    {...rest}
    href={hrefOf(to)}
    onClick={(event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      if (getSelection()?.isCollapsed === false && event.detail > 0) return
      onFollow?.()
      goTo(to)
    }}
  >
    {children}
  </a>
)
