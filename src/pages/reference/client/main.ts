import { find } from './find.ts'
import { offerRequest } from './request.ts'

// The server makes the pages. This script sends what is filled in, shows the answer, and finds operations by words.

find()
const form = document.getElementById('try')
if (form instanceof HTMLFormElement) offerRequest(form)

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null
  if (button instanceof HTMLButtonElement) void copy(button)
})

/** Copies a text. Where the browser refuses that, it selects the text, so that the user can copy it. */
async function copy(button: HTMLButtonElement): Promise<void> {
  const place = document.getElementById(button.dataset['copy'] ?? '')
  if (place === null) return
  const label = button.textContent
  const said = await navigator.clipboard.writeText(place.textContent ?? '').then(
    () => 'Copied',
    () => {
      getSelection()?.selectAllChildren(place)
      return 'Selected'
    },
  )
  button.textContent = said
  button.addEventListener('blur', () => (button.textContent = label), { once: true })
  button.addEventListener('pointerleave', () => (button.textContent = label), { once: true })
}
