import { act, clearProblems } from './act.ts'
import { copy } from './copy.ts'
import { listen, refresh } from './live.ts'
import { go, isSoft, locationOf, showAddress, whenAtEnd } from './visit.ts'
import { runClocks } from './run-clocks.ts'
import { fillSwitcher, openSandbox } from './switcher.ts'
import { hushToast, undoNow } from './toast.ts'

// The server makes the pages. This script renews them, sends their forms to the control API, and lets their clocks run.

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : undefined
  const link = target?.closest('a')
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (link && isPlain && isSoft(link)) {
    event.preventDefault()
    void go(link.href)
  }
  const button = target?.closest('button[data-copy]')
  if (button instanceof HTMLButtonElement) void copy(button)
  if (target?.closest('#undo')) undoNow()
  if (target?.closest('#dismiss')) hushToast()
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (form.dataset['call'] !== undefined) {
    event.preventDefault()
    void act(form, event.submitter)
  } else if (form.dataset['openSandbox'] !== undefined) {
    event.preventDefault()
    void openSandbox(form)
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
  if (form !== null && target.ariaInvalid === 'true') clearProblems(form)
})

/** The event of a popover does not bubble. */
document.addEventListener(
  'beforetoggle',
  (event) => {
    if (event.target instanceof HTMLElement && event.target.id === 'switcher' && event.newState === 'open')
      void fillSwitcher()
  },
  { capture: true },
)

addEventListener('popstate', () => void showAddress())
whenAtEnd(() => void refresh())
listen()
runClocks()
