import { act, clearProblems } from './act.ts'
import { listen } from './connection.ts'
import { countEdits, fieldsOf } from './form-body.ts'
import { copy } from './copy.ts'
import { toEnd, whenLetGo } from './followed-list.ts'
import { runJournal } from './journal.ts'
import { listenToKeys } from './keys.ts'
import { refresh } from './live.ts'
import { sendRequests } from './send-requests.ts'
import { readFile } from './read-file.ts'
import { runClocks } from './run-clocks.ts'
import { compareInMenu, fillSwitcher, openSandbox } from './switcher.ts'
import { find } from '../../reference/client/find.ts'
import { offerRequest } from '../../reference/client/request.ts'
import { offerScheme } from './scheme.ts'
import { runTiles } from './tiles.ts'
import { showOffFaults } from './off-faults.ts'
import { hushToast, undoNow } from './toast.ts'
import { go, isSoft, locationOf, showAddress, showTab } from './visit.ts'

// The server makes the pages. This script renews them, sends their forms to the control API, and lets their clocks run.

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : undefined
  const link = target?.closest('a')
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (link && isPlain && link.dataset['inMenu'] !== undefined) {
    event.preventDefault()
    void compareInMenu(link)
  } else if (link && isPlain && isSoft(link)) {
    event.preventDefault()
    void go(link.href)
  }
  if (isPlain && link === null && target !== undefined) openRowOf(target)
  const button = target?.closest('button[data-copy]')
  if (button instanceof HTMLButtonElement) void copy(button)
  if (target?.closest('#undo')) undoNow()
  if (target?.closest('#dismiss')) hushToast()
  if (target?.closest('.new-rows')) {
    toEnd()
    void refresh({ isLetGo: true })
  }
})

/** A click anywhere in a row follows its link, unless it ends a selection of text. */
function openRowOf(target: Element): void {
  const link = target.closest('tr')?.querySelector('.asked a, a.whole-row')
  if (link instanceof HTMLElement && !target.closest('button, input, a') && getSelection()?.isCollapsed !== false)
    link.click()
}

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (form.dataset['call'] !== undefined) {
    event.preventDefault()
    void act(form)
  } else if (form.dataset['openSandbox'] !== undefined) {
    event.preventDefault()
    void openSandbox(form)
  } else if (form.dataset['sends'] !== undefined) {
    event.preventDefault()
    void sendRequests(form)
  } else if (isSoft(form)) {
    event.preventDefault()
    void go(locationOf(form))
  }
})

/** Marks a field that the user has edited, so that a renewal keeps it. What was wrong with it is no longer known. */
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLElement)) return
  target.dataset['dirty'] = ''
  if (target.id === 'switcher-find') void fillSwitcher()
  const form = target.closest('form')
  if (form !== null) countEdits(form)
  if (form !== null && target.ariaInvalid === 'true') clearProblems(form)
})

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.dataset['reads'] !== undefined) void readFile(target)
})

/** What is discarded is as the server sent it. */
document.addEventListener('reset', ({ target }) => {
  if (!(target instanceof HTMLFormElement)) return
  clearProblems(target)
  for (const field of fieldsOf(target)) delete field.dataset['dirty']
  // The fields are reset after the event.
  setTimeout(() => countEdits(target))
})

/** The event of a popover does not bubble. */
document.addEventListener(
  'beforetoggle',
  ({ target, newState }) => {
    if (target instanceof HTMLElement && target.id === 'switcher' && newState === 'open') void fillSwitcher()
  },
  { capture: true },
)

offerScheme()
document.documentElement.dataset['scripted'] = ''
toEnd()
showTab()
find()
offerRequest()
whenLetGo(() => void refresh())
// The pages of the reference follow no sandbox.
if (document.getElementById('live') !== null) {
  addEventListener('popstate', () => void showAddress())
  listen(() => {
    // A long search is done again only when it is asked for.
    const again = document.getElementById('changed')
    if (again === null) void refresh()
    else again.hidden = false
  })
}
listenToKeys()
runClocks()
runJournal()
runTiles()
showOffFaults()
