import type { Row } from '../../../../kernel/row-set.ts'
import { MASK } from '../../../../kernel/secret.ts'
import type { Collection } from '../../../../marketplace/collections.ts'
import { rowAsExported } from '../../../../testing/fixtures/export.ts'
import type { PageContext } from '../../page-context.ts'
import { completeRow } from './complete-row.ts'
import { History } from './history.tsx'
import { RowForm } from './row-form.tsx'

type RowDetailsProps = { readonly context: PageContext; readonly collection: Collection; readonly row: Row }

/** A row with its history and its fields to edit. */
export const RowDetails = ({ context, collection, row }: RowDetailsProps) => {
  const written = rowAsExported(collection, row)
  const json = JSON.stringify(written, null, 2)
  const was = json.includes(MASK) ? undefined : JSON.stringify(written)
  return (
    <>
      <h2>
        {collection} {row.id}
      </h2>
      <History context={context} collection={collection} id={row.id} />
      <RowForm
        collection={collection}
        id={row.id}
        row={{ written, whole: completeRow(context.world, collection, row) }}
        was={was}
      />
      <details id={`json-${collection}-${row.id}`}>
        <summary>As JSON</summary>
        <form
          data-call={`PATCH state/${collection}/${row.id}`}
          data-done={`${collection} ${row.id} saved.`}
          data-undo={was === undefined ? '' : 'fields'}
          data-was={was}
          class="edit"
        >
          <label for={`edit-${collection}-${row.id}`}>As a fixture writes them; what you take out is unset</label>
          <textarea
            id={`edit-${collection}-${row.id}`}
            name="."
            data-type="patch"
            rows={Math.min(24, json.split('\n').length)}
            spellcheck={false}
          >
            {json}
          </textarea>
          <button>Save JSON</button>
        </form>
      </details>
      <form
        data-call={`DELETE state/${collection}/${row.id}`}
        data-done={`Deleted ${collection} ${row.id}.`}
        data-undo=""
        class="apart"
      >
        <button class="danger">Delete this row</button>
      </form>
    </>
  )
}
