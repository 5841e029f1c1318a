import { fieldOf } from '../../../kernel/object.ts'
import { pageAt } from './address.ts'
import { clearProblems, showAt } from './act.ts'
import { type Field, FieldError, valueOf } from './form-body.ts'
import { refresh } from './live.ts'

/** A value of a cell that is not saved yet; an empty text unsets it. */
interface StagedEdit {
  readonly collection: string
  readonly row: string
  readonly field: string
  readonly text: string
  readonly value: unknown
}

/** By the id of the cell. They outlive the page, until they are saved or discarded. */
const edits = new Map<string, StagedEdit>()
const place = pageAt('staged')

const bar = (): HTMLFormElement | null => document.querySelector('form[data-staged]')

/** Cells of a grid become fields when they are clicked. What is edited in them waits in a bar that saves or discards all of it. */
export function runStagedEdits(): void {
  for (const edit of keptEdits()) edits.set(idOf(edit), edit)
  document.addEventListener('click', ({ target }) => {
    const cell = target instanceof Element ? target.closest('button.cell') : null
    if (cell instanceof HTMLButtonElement) open(cell)
  })
  document.addEventListener('keydown', onKey)
  document.addEventListener('focusout', ({ target }) => {
    if (isEditor(target)) stage(target)
  })
  document.addEventListener('submit', ({ target }) => target === bar() && clearProblems(document.body), {
    capture: true,
  })
  document.addEventListener('reset', ({ target }) => {
    if (target !== bar()) return
    clearProblems(document.body)
    for (const id of edits.keys()) letGo(id)
    edits.clear()
    tellEdits()
    void refresh()
  })
  const main = document.getElementById('main')
  if (main === null) return
  // A renewal brings cells, and the page of another collection a bar.
  new MutationObserver(showEdits).observe(main, { childList: true, subtree: true })
  showEdits()
}

function keptEdits(): readonly StagedEdit[] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
  return Array.isArray(kept) ? kept.filter(isStagedEdit) : []
}

const isStagedEdit = (kept: unknown): kept is StagedEdit =>
  ['collection', 'row', 'field', 'text'].every((name) => typeof fieldOf(kept, name) === 'string')

const idOf = ({ collection, row, field }: StagedEdit): string => `cell-${collection}-${row}-${field}`

const isEditor = (target: EventTarget | null): target is Field =>
  target instanceof HTMLElement && target.dataset['editor'] !== undefined

const cellOf = (editor: Field): HTMLButtonElement | null => editor.parentElement?.querySelector('button.cell') ?? null

function open(cell: HTMLButtonElement): void {
  const template = document.getElementById(`editor-${cell.name}`)
  if (!(template instanceof HTMLTemplateElement)) return
  const editor = document.importNode(template.content, true).querySelector<Field>('input, select, textarea')
  if (editor === null) return
  editor.dataset['editor'] = editor.dataset['keep'] = ''
  editor.id = `${cell.id}-edit`
  editor.ariaLabel = `${cell.name} of row ${cell.dataset['row']}`
  editor.value = edits.get(cell.id)?.text ?? cell.value
  if (!(editor instanceof HTMLSelectElement) && cell.value === '') editor.placeholder = cell.textContent ?? ''
  cell.dataset['dirty'] = ''
  cell.hidden = true
  cell.after(editor)
  editor.focus()
  if (!(editor instanceof HTMLSelectElement)) editor.select()
}

/** Enter stages, Escape gives up, Tab goes on to the next cell. */
function onKey(event: KeyboardEvent): void {
  const { target, key, shiftKey } = event
  if (!isEditor(target) || !['Enter', 'Escape', 'Tab'].includes(key)) return
  const cell = cellOf(target)
  if (cell === null) return
  event.preventDefault()
  event.stopPropagation()
  if (key === 'Escape') close(target, cell)
  else if (!stage(target)) return
  const cells = [...document.querySelectorAll<HTMLButtonElement>('button.cell')]
  const next = key === 'Tab' ? cells[cells.indexOf(cell) + (shiftKey ? -1 : 1)] : undefined
  if (next === undefined) cell.focus()
  else next.click()
}

/** Keeps what an editor has, and closes it. @returns whether that can be a value of the field */
function stage(editor: Field): boolean {
  const cell = cellOf(editor)
  if (cell === null) return false
  const { name, id, value: written, dataset } = cell
  const [, collection = ''] = id.split('-')
  try {
    const value = editor.value === '' ? null : valueOf(editor)
    if (editor.value === written) edits.delete(id)
    else edits.set(id, { collection, row: dataset['row'] ?? '', field: name, text: editor.value, value })
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    clearProblems(document.body)
    showAt(editor, error.message)
    return false
  }
  close(editor, cell)
  return true
}

function close(editor: Field, cell: HTMLButtonElement): void {
  if (editor.parentElement === null) return
  editor.parentElement.querySelector('.problem')?.remove()
  delete editor.dataset['editor']
  editor.remove()
  cell.hidden = false
  if (edits.has(cell.id)) show(cell)
  else {
    letGo(cell.id)
    void refresh()
  }
  tellEdits()
}

/** The server shows the cell again. */
function letGo(id: string): void {
  const cell = document.getElementById(id)
  if (cell === null) return
  delete cell.dataset['dirty']
  cell.classList.remove('staged')
}

function show(cell: HTMLElement): void {
  const edit = edits.get(cell.id)
  if (edit === undefined) return
  cell.dataset['dirty'] = ''
  cell.classList.add('staged')
  cell.textContent = edit.text === '' ? 'unset' : edit.text
}

function showEdits(): void {
  for (const id of edits.keys()) {
    const cell = document.getElementById(id)
    if (cell !== null && cell.dataset['dirty'] === undefined) show(cell)
  }
  if (bar()?.hidden === edits.size > 0) tellEdits()
}

/** Says how many there are, and gives the form what it sends. */
function tellEdits(): void {
  const form = bar()
  if (edits.size === 0) sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, JSON.stringify([...edits.values()]))
  if (form === null) return
  form.hidden = edits.size === 0
  if (form.hidden) return
  const rows = new Set([...edits.values()].map(({ collection, row }) => `${collection} ${row}`))
  const changes = `${edits.size} ${edits.size === 1 ? 'change' : 'changes'}`
  const [body, text, save] = [form.querySelector('input'), form.querySelector('span'), form.querySelector('button')]
  if (body === null || text === null || save === null) return
  body.value = JSON.stringify(patchesOf(edits.values()))
  text.textContent = rows.size === 1 ? `In ${[...rows].join('')}` : `In ${rows.size} rows`
  save.textContent = `Save ${changes}`
  form.dataset['done'] = `Saved ${changes}.`
}

/** What `PATCH state` takes: fields by collection and id. */
function patchesOf(all: Iterable<StagedEdit>): object {
  const patches: Record<string, Record<string, Record<string, unknown>>> = {}
  for (const { collection, row, field, value } of all) ((patches[collection] ??= {})[row] ??= {})[field] = value
  return patches
}
