import type { Row } from '../../../../kernel/row-set.ts'
import type { Collection } from '../../../../marketplace/collections.ts'
import { rowAsExported } from '../../../../testing/fixtures/export.ts'
import { rowHistories } from '../../../../testing/journal/row-history.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { grouped } from '../../parts/format.ts'
import { History } from './history.tsx'
import { completeRow, relationsOf } from './relations.ts'
import { RowForm } from './row-form.tsx'

const MAX_RELATED = 20

type RowDetailsProps = { readonly context: PageContext; readonly collection: Collection; readonly row: Row }

/** A row with what made it, what it is related to, and its fields to edit. */
export const RowDetails = ({ context, collection, row }: RowDetailsProps) => {
  const { world } = context
  const written = rowAsExported(collection, row)
  return (
    <>
      <h2>
        {collection} {row.id}
      </h2>
      <History context={context} history={rowHistories(world.journal)(collection, row.id)} />
      <Relations context={context} collection={collection} row={row} />
      <h3>Fields</h3>
      <p class="quiet">
        What stands in <i class="generated">italics</i> is generated from the seed, because the fixture does not say it.
      </p>
      <RowForm collection={collection} id={row.id} row={{ written, whole: completeRow(world, collection, row) }} />
      <details id={`json-${collection}-${row.id}`}>
        <summary>As JSON</summary>
        <form
          data-call={`PATCH state/${collection}/${row.id}`}
          data-done={`${collection} ${row.id} is changed.`}
          data-undo
          class="edit"
        >
          <label for={`edit-${collection}-${row.id}`}>As a fixture writes them; what you take out is unset</label>
          <textarea
            id={`edit-${collection}-${row.id}`}
            name="."
            data-type="patch"
            rows={Math.min(24, JSON.stringify(written, null, 2).split('\n').length)}
            spellcheck={false}
          >
            {JSON.stringify(written, null, 2)}
          </textarea>
          <button>Save JSON</button>
        </form>
      </details>
      <form
        data-call={`DELETE state/${collection}/${row.id}`}
        data-done={`Deleted ${collection} ${row.id}.`}
        data-undo
        class="apart"
      >
        <button class="danger">Delete this row</button>
      </form>
    </>
  )
}

const Relations = ({ context, collection, row }: RowDetailsProps) => (
  <div class="relations">
    {relationsOf(context.world.tables, collection, row).map(({ label, collection: other, rows }) => (
      <div class="related">
        <h3>
          {label} ({grouped(rows.length)})
        </h3>
        <ul class="plain">
          {rows.slice(0, MAX_RELATED).map((each) => (
            <li>
              <a href={pageUrl(context, 'state', { collection: other, row: each.id })} data-soft>
                {other} <b>{each.id}</b>
              </a>{' '}
              <span class="quiet">{labelOf(completeRow(context.world, other, each))}</span>
            </li>
          ))}
        </ul>
        {rows.length > MAX_RELATED && <p class="quiet">The first {MAX_RELATED}.</p>}
      </div>
    ))}
  </div>
)

const LABELS = ['name', 'label', 'endpoint_name', 'gpu_name', 'image', 'geolocation', 'cloud_type', 'disk_id', 'size']

/** A word or two by which a person knows a row. */
function labelOf(row: object): string {
  const values = new Map<string, unknown>(Object.entries(row))
  return LABELS.flatMap((field) => {
    const value = values.get(field)
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? [String(value)] : []
  })
    .slice(0, 2)
    .join(' · ')
}
