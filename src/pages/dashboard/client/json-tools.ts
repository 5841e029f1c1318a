import { copyText, valueOf } from './exchange-acts.ts'
import { tell } from './toast.ts'

/** The line of a JSON document that the buttons are about. */
let line: HTMLElement | undefined

const tools = document.createElement('span')
tools.className = 'json-tools'
// A renewal of the page keeps it.
tools.dataset['keep'] = ''
for (const what of ['value', 'path']) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = `Copy ${what}`
  button.addEventListener('click', () => void copyLine(what))
  tools.append(button)
}

/** Offers the value and the path of the line under the pointer, or of the one that the arrow keys have reached. */
export function offerJson(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-copy-place]') : null
    if (button instanceof HTMLButtonElement) void copyPlace(button)
  })
  document.addEventListener('pointerover', ({ target }) => {
    const item = target instanceof Element ? target.closest<HTMLElement>('.json li') : null
    if (item) aim(item)
  })
  document.addEventListener('keydown', (event) => {
    const json = event.target
    if (!(json instanceof HTMLElement) || !json.matches('.json')) return
    const lines = [...json.querySelectorAll<HTMLElement>('li')].filter((each) => each.checkVisibility())
    const at = line === undefined ? -1 : lines.indexOf(line)
    if (event.key === 'Enter') void copyLine(event.shiftKey ? 'path' : 'value')
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') fold(event.key === 'ArrowRight')
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = lines[Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))]
      if (next) aim(next)
      next?.scrollIntoView({ block: 'nearest' })
    } else return
    event.preventDefault()
  })
}

function fold(isOpen: boolean): void {
  const details = line?.querySelector(':scope > details')
  if (details instanceof HTMLDetailsElement) details.open = isOpen
}

function aim(item: HTMLElement): void {
  const json = item.closest<HTMLElement>('.json')
  if (json === null || json.dataset['place'] === undefined) return
  line?.classList.remove('aimed')
  line = item
  item.classList.add('aimed')
  if (tools.parentElement !== json) json.append(tools)
  tools.style.top = `${item.getBoundingClientRect().top - json.getBoundingClientRect().top + json.scrollTop}px`
}

async function copyPlace(button: HTMLButtonElement): Promise<void> {
  const id = new URL(location.href).searchParams.get('exchange')
  if (id === null) return
  const value = await valueOf(id, button.dataset['copyPlace']?.split('.') ?? [])
  const isCopied = await copyText(JSON.stringify(value, null, 2))
  tell(isCopied ? 'Copied.' : NO_COPY, { isProblem: !isCopied })
}

const NO_COPY = 'The browser does not let this page copy.'

async function copyLine(what: string): Promise<void> {
  const json = line?.closest<HTMLElement>('.json')
  const id = new URL(location.href).searchParams.get('exchange')
  if (line === undefined || !json || id === null) return
  const lines = linesAround(line)
  const keys = lines.map(({ dataset }) => dataset['key'] ?? dataset['index'] ?? '')
  const path = lines.map(({ dataset: { key, index } }) => (key === undefined ? `[${index}]` : named(key))).join('')
  const place = json.dataset['place']?.split('.') ?? []
  const value = what === 'path' ? `$${path}` : await valueOf(id, [...place, ...keys])
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  if (text !== undefined && (await copyText(text))) tell(`Copied ${what === 'path' ? text : `$${path}`}.`)
  else tell(NO_COPY, { isProblem: true })
}

/** The line after those that it lies in. */
const linesAround = (item: HTMLElement): readonly HTMLElement[] => {
  const outer = item.parentElement?.closest<HTMLElement>('.json li')
  return outer ? [...linesAround(outer), item] : [item]
}

const named = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)
