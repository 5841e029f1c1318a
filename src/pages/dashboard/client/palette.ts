import { pageAt } from './address.ts'

const part = (id: string): HTMLElement | null => document.getElementById(id)

/** Lists where the text leads to. */
export async function fillPalette(): Promise<void> {
  const [field, list] = [part('palette-text'), part('palette-list')]
  if (!(field instanceof HTMLInputElement) || list === null) return
  const wanted = field.value
  const view = location.pathname.split('/').at(-1) ?? ''
  const url = pageAt(`places?${new URLSearchParams({ text: wanted, view }).toString()}`)
  const response = await fetch(url).catch(() => undefined)
  const text = response?.ok === true ? await response.text() : '<p>The simulator did not answer.</p>'
  if (field.value !== wanted) return
  list.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes)
}

/** Arrow keys move among the field and what it lists; Enter in the field goes to the first. */
export function moveInPalette(event: KeyboardEvent): void {
  const palette = part('palette')
  const { target } = event
  if (palette === null || !(target instanceof Node) || !palette.contains(target)) return
  const stops = [...palette.querySelectorAll('input, a')]
  const at = stops.findIndex((each) => each === target)
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const next = event.key === 'Enter' && at === 0 ? stops[1] : stops[at + step]
  if (!(next instanceof HTMLElement)) return
  if (event.key === 'Enter' && at === 0) next.click()
  else if (step !== 0) next.focus()
  else return
  event.preventDefault()
}
