import { tell } from './toast.ts'

/** Copies a text. Where the browser refuses that, it selects the text, so that the user can copy it. */
export async function copy(button: HTMLButtonElement): Promise<void> {
  const place = document.getElementById(button.dataset['copy'] ?? '')
  if (place === null) return
  try {
    await navigator.clipboard.writeText(place.textContent ?? '')
    tell('Copied.')
  } catch {
    getSelection()?.selectAllChildren(place)
    tell('Selected: copy it with the keyboard.')
  }
}
