import type { Child } from 'hono/jsx'

interface MatrixRow {
  readonly id: string
  readonly name: string
  /** One for each column; one without anything to show is null. */
  readonly cells: readonly Child[]
}

type MatrixProps = {
  readonly label: string
  /** A further class. */
  readonly kind: string
  readonly columns: readonly string[]
  readonly rows: readonly MatrixRow[]
}

/** A row for each operation. On a narrow page its name stands above its cells, each of which has the head of its column. */
export const Matrix = ({ label, kind, columns, rows }: MatrixProps) => (
  <div class={`matrix ${kind}`} tabindex={0} role="group" aria-label={label}>
    <table>
      <thead>
        <tr>
          {['Operation', ...columns].map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, cells }) => (
          <tr id={id}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td data-label={columns[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
