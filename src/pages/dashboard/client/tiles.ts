/** The tiles of a matrix are one stop of the Tab key; arrow keys move among them. Without this script each is a stop. */
export function runTiles(): void {
  const main = document.getElementById('main')
  if (main === null) return
  document.addEventListener('keydown', move)
  document.addEventListener('focusin', keepOneStop)
  // A renewal brings them as the server has them.
  new MutationObserver(keepOneStop).observe(main, { childList: true, subtree: true, attributeFilter: ['tabindex'] })
  keepOneStop()
}

const tiles = (within: Element): readonly HTMLElement[] => [...within.querySelectorAll<HTMLElement>('a.tile')]

let last: Element | undefined

/** The one that had the focus last, else the open one, else the first. */
function keepOneStop(): void {
  const all = matrixTiles()
  const focused = all.find((each) => each === document.activeElement)
  if (focused !== undefined) last = focused
  const stop = all.find((each) => each === last) ?? all.find((each) => each.ariaCurrent === 'true') ?? all[0]
  for (const each of all) {
    const wanted = each === stop ? 0 : -1
    if (each.getAttribute('tabindex') !== String(wanted)) each.tabIndex = wanted
  }
}

const matrixTiles = (): readonly HTMLElement[] => {
  const matrix = document.querySelector('.matrix')
  return matrix === null ? [] : tiles(matrix)
}

function move(event: KeyboardEvent): void {
  const all = matrixTiles()
  const at = all.findIndex((each) => each === event.target)
  if (at === -1 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const next = nextTile(all, at, event.key)
  if (next === undefined) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function nextTile(all: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowRight') return all[at + 1]
  if (key === 'ArrowLeft') return all[at - 1]
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key === 'ArrowDown') return inNextRow(all[at], 1)
  return key === 'ArrowUp' ? inNextRow(all[at], -1) : undefined
}

/** The tile in the same column of the nearest row that has one there, in the same place of the cell or the last. */
function inNextRow(tile: HTMLElement | undefined, step: 1 | -1): HTMLElement | undefined {
  const cell = tile?.closest('td')
  const row = tile?.closest('tr')
  if (tile === undefined || !cell || !row) return undefined
  const place = tiles(cell).indexOf(tile)
  const siblings = [...(row.parentElement?.children ?? [])]
  for (let at = siblings.indexOf(row) + step; at >= 0 && at < siblings.length; at += step) {
    const other = siblings[at]?.children[cell.cellIndex]
    const found = other === undefined ? [] : tiles(other)
    if (found.length > 0) return found[Math.min(place, found.length - 1)]
  }
  return undefined
}
