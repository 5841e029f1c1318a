import type { Collection } from '../../../../marketplace/collections.ts'
import { columnsOf, fieldsOf } from './row-fields.ts'

type ColumnsProps = {
  readonly collection: Collection
  /** The names of those that are shown, with commas between; undefined for the usual ones. */
  readonly chosen: string | undefined
  /** The URL with other columns. */
  readonly to: (columns: string | undefined) => string
}

/** Which fields the grid has as columns. */
export const Columns = ({ collection, chosen, to }: ColumnsProps) => {
  const shown = columnsOf(collection, chosen).map(({ name }) => name)
  const toggled = (name: string): string =>
    (shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name]).join(',') || 'id'
  return (
    <div class="menu">
      <button type="button" popovertarget="columns">
        Columns
      </button>
      <div popover="auto" role="group" tabindex={-1} id="columns" class="sheet" aria-label="Columns">
        <ul class="plain columns">
          {fieldsOf(collection)
            .filter(({ name }) => name !== 'id')
            .map(({ name }) => (
              <li>
                <a href={to(toggled(name))} data-soft aria-current={shown.includes(name) ? 'true' : undefined}>
                  {name}
                </a>
              </li>
            ))}
        </ul>
        <a href={to(undefined)} data-soft>
          The usual columns
        </a>
      </div>
    </div>
  )
}

/** Saves what is edited in cells, all of it or nothing. The script fills it. */
export const Staged = () => (
  <form class="line staged-edits" data-staged data-call="PATCH state" data-undo data-keep hidden>
    <input type="hidden" name="." data-type="json" />
    <button class="primary">Save</button>
    <button type="reset">Discard</button>
    <span class="quiet" />
  </form>
)

/** Puts a fixture in place of the data. */
export const Import = () => (
  <div class="menu">
    <button type="button" popovertarget="import">
      Import…
    </button>
    <div popover="auto" role="group" tabindex={-1} id="import" class="sheet" aria-label="Import a fixture">
      <form data-call="PUT state" data-done="The data is that of the fixture." data-undo class="edit">
        <label for="import-json">A fixture as JSON, as Export writes it; it replaces all rows</label>
        <input type="file" accept=".json,application/json" data-reads="import-json" aria-label="File" />
        <textarea id="import-json" name="." data-type="json" rows={10} cols={50} required spellcheck={false} />
        <button>Replace the data</button>
      </form>
    </div>
  </div>
)
