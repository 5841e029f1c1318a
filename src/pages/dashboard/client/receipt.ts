import { toSeconds } from '../parts/format.ts'
import { placeIn } from '../parts/text-places.ts'
import { pageAt } from './address.ts'
import { textOf } from './response.ts'
import { tell, type Undo } from './toast.ts'

/** Tells what fell due while the clock moved: in a sentence, and as a list where the page has a place for it. */
export function showReceipt(response: unknown, undo: Undo | undefined): void {
  const happened: unknown =
    typeof response === 'object' && response !== null ? Reflect.get(response, 'happened') : undefined
  if (!Array.isArray(happened)) return
  const [first, ...more] = happened.map((due) => textOf(due, 'text'))
  const rest = more.length === 0 ? '' : ` and ${more.length} more`
  const time = textOf(response, 'now').slice(11, 19)
  tell(`It is ${time}: ${first === undefined ? 'nothing fell due' : `${first}${rest}`}.`, { undo })
  const receipt = document.getElementById('receipt')
  if (receipt === null) return
  const list = document.createElement('ul')
  for (const due of happened) {
    const line = document.createElement('li')
    const text = textOf(due, 'text')
    const place = placeIn(text)
    line.append(`${toSeconds(textOf(due, 'at'))} `, place === undefined ? text : linkTo(place, text))
    list.append(line)
  }
  const heading = document.createElement('p')
  heading.textContent = `It is ${textOf(response, 'now')}. ${happened.length === 0 ? 'Nothing fell due on the way.' : 'On the way:'}`
  receipt.replaceChildren(heading, list)
}

function linkTo(place: string, text: string): HTMLElement {
  const link = document.createElement('a')
  link.href = pageAt(place)
  link.textContent = text
  return link
}
