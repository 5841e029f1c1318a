import { pageAt } from './address.ts'
import { copyForm, openBefore, sendAgain, tryIt } from './exchange-acts.ts'
import { rowIn } from './focus.ts'
import { offerJson } from './json-tools.ts'
import { locationOf, showAddress } from './visit.ts'

/** From the last letter to the search. */
const MS_TYPING = 150

let typing: ReturnType<typeof setTimeout> | undefined
/** Whether the search that is shown was typed since the field took the focus: then the back button leads past it. */
let isTyped = false

/** What the journal does besides its links and forms: it searches as one types, sends again, copies, and opens forks. */
export function runJournal(): void {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.id !== 'journal-search') return
    clearTimeout(typing)
    typing = setTimeout(() => void search(target), MS_TYPING)
  })
  document.addEventListener('focusin', () => (isTyped = false))
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    const { search: searches, send, fork, ask } = form.dataset
    if ([searches, send, fork, ask].every((each) => each === undefined)) return
    event.preventDefault()
    if (send !== undefined) void sendAgain(form)
    else if (fork !== undefined) void openBefore(form)
    else if (ask !== undefined) void tryIt(form)
    else {
      const field = form.querySelector('#journal-search')
      if (field instanceof HTMLInputElement) void search(field)
    }
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-copies]') : null
    if (!(link instanceof HTMLAnchorElement) || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void copyForm(link)
  })
  // A search that could not be read is not kept in the field when another page comes.
  document.addEventListener('click', letGo, { capture: true })
  addEventListener('popstate', letGo)
  addEventListener('pagehide', keepSearch)
  document.addEventListener('click', backToSearch, { capture: true })
  offerJson()
  reveal()
}

/** What is not a part of a search. */
const OF_EXCHANGE = new Set(['exchange', 'show', 'as', 'whole', 'before'])

/** Whether the address is the journal's: the page of an address comes later. */
const isJournal = (): boolean => location.pathname === new URL(pageAt('journal')).pathname

/** Where the search of this sandbox is kept while the window is open. */
const keptAs = (): string => `search of ${new URL(pageAt('journal')).pathname}`

function keepSearch(): void {
  if (!isJournal()) return
  const kept = [...new URLSearchParams(location.search)].filter(([name]) => !OF_EXCHANGE.has(name))
  sessionStorage.setItem(keptAs(), new URLSearchParams(kept).toString())
}

/** From another view the tab leads to the journal as it was left, in the journal to all exchanges. */
function backToSearch({ target }: Event): void {
  keepSearch()
  const tab = target instanceof Element ? target.closest('header nav a[data-key="j"]') : null
  if (tab instanceof HTMLAnchorElement) tab.search = isJournal() ? '' : (sessionStorage.getItem(keptAs()) ?? '')
}

async function search(field: HTMLInputElement): Promise<void> {
  clearTimeout(typing)
  if (field.form === null) return
  const url = locationOf(field.form)
  if (url === location.href) return
  history[isTyped ? 'replaceState' : 'pushState'](null, '', url)
  isTyped = true
  delete field.dataset['dirty']
  await showAddress()
}

function letGo(event: Event): void {
  const field = document.getElementById('journal-search')
  if (event.target === field) return
  clearTimeout(typing)
  field?.removeAttribute('aria-invalid')
  if (field) delete field.dataset['dirty']
}

/** Scrolls to the row of the exchange that the URL opens. */
function reveal(): void {
  const row = document.getElementById(rowIn(location.href) ?? '')
  row?.scrollIntoView({ block: 'center' })
}
