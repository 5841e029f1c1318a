import type { Child } from 'hono/jsx'
import { type Difference, MAX_DIFFERENCES } from './diff.ts'
import { shortened } from '../../parts/format.ts'

type DiffTableProps = {
  readonly found: readonly Difference[]
  /** What the two sides are. */
  readonly heads: readonly [Child, Child]
}

/** Where two values differ, side by side. */
export const DiffTable = ({ found, heads }: DiffTableProps) => (
  <table class="diff">
    <thead>
      <tr>
        <th scope="col">{found.length === MAX_DIFFERENCES ? `The first ${MAX_DIFFERENCES}` : 'What differs'}</th>
        {heads.map((head) => (
          <th scope="col">{head}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {found.map(({ path, left, right }) => (
        <tr>
          <th scope="row">
            <code>{path}</code>
          </th>
          <td class="before">
            <Side value={left} />
          </td>
          <td class="after">
            <Side value={right} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const MAX_VALUE = 400

/** A value on one side of a comparison. */
export const Side = ({ value }: { readonly value: unknown }) => {
  if (value === undefined) return <span class="quiet">unset</span>
  const text = JSON.stringify(value)
  return <code>{shortened(text, MAX_VALUE)}</code>
}
