import type { RowChange } from '../../../../testing/journal/exchange.ts'
import type { Sandbox } from '../../../../sandbox/sandbox.ts'
import { type PageContext, pageUrlIn } from '../../page-context.ts'
import { differences } from '../journal/diff.ts'
import { DiffTable } from '../journal/diff-table.tsx'
import { MAX_DIFFERENT_ROWS } from './row-differences.ts'
import type { SidesProps } from './sides.ts'

type StatesProps = SidesProps & { readonly rows: readonly RowChange[] }

/** The rows that only one of two sandboxes has, and those that differ. */
export const States = ({ context, left, right, rows }: StatesProps) => {
  const inBoth = rows.flatMap(({ collection, id, before, after }) =>
    before === null || after === null ? [] : [{ collection, id, found: differences(before, after, true) }],
  )
  return (
    <section class="panel" aria-labelledby="states">
      <h2 id="states">States</h2>
      {rows.length === 0 && <p>Both have the same rows, but for times.</p>}
      {rows.length >= MAX_DIFFERENT_ROWS && <p class="quiet">The first {MAX_DIFFERENT_ROWS} rows that differ.</p>}
      <OnlyIn context={context} sandbox={left} rows={rows.filter(({ after }) => after === null)} />
      <OnlyIn context={context} sandbox={right} rows={rows.filter(({ before }) => before === null)} />
      {inBoth.map(({ collection, id, found }) => (
        <section class="change changed">
          <h3>
            <span aria-hidden="true">~</span> {collection}/{id}
          </h3>
          <DiffTable
            found={found}
            heads={[
              <RowLink context={context} sandbox={left} collection={collection} id={id} text={left.name} />,
              <RowLink context={context} sandbox={right} collection={collection} id={id} text={right.name} />,
            ]}
          />
        </section>
      ))}
    </section>
  )
}

type OnlyInProps = {
  readonly context: PageContext
  readonly sandbox: Sandbox
  readonly rows: readonly RowChange[]
}

const OnlyIn = ({ context, sandbox, rows }: OnlyInProps) =>
  rows.length === 0 ? null : (
    <div class="only-in">
      <h3>Only in {sandbox.name}</h3>
      <p>
        {rows.map(({ collection, id }, at) => (
          <>
            {at > 0 && ', '}
            <RowLink context={context} sandbox={sandbox} collection={collection} id={id} text={`${collection}/${id}`} />
          </>
        ))}
      </p>
    </div>
  )

type RowLinkProps = Pick<OnlyInProps, 'context' | 'sandbox'> &
  Pick<RowChange, 'collection' | 'id'> & { readonly text: string }

const RowLink = ({ context, sandbox, collection, id, text }: RowLinkProps) => (
  <a href={pageUrlIn(context, sandbox.name, 'state', { collection, row: id })}>{text}</a>
)
