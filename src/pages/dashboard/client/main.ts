import { act, copy, openSandbox } from './act.ts'
import { listen, refresh } from './live.ts'
import { go, isSoft, locationOf, showAddress, whenAtEnd } from './visit.ts'
import { runClocks } from './run-clocks.ts'

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
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (form.dataset['call'] !== undefined) {
    event.preventDefault()
    void act(form)
  } else if (form.dataset['openSandbox'] !== undefined) {
    event.preventDefault()
    openSandbox(form)
  } else if (isSoft(form)) {
    event.preventDefault()
    void go(locationOf(form))
  }
})

/** Marks a field that the user has edited, so that a renewal keeps it. */
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLElement) target.dataset['dirty'] = ''
})

addEventListener('popstate', () => void showAddress())
whenAtEnd(() => void refresh())
listen()
runClocks()
