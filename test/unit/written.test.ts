import { expect, test } from 'vitest'
import { textOf } from '../../src/kernel/json-bytes.ts'
import { JsonWithHoles, type Piece, Written, writeJson } from '../../src/kernel/written.ts'

/** A row with an `age` that follows the clock. */
class AgeingRow extends Written {
  readonly #json: JsonWithHoles
  readonly #fields: object
  readonly #age: number | null

  constructor(fields: object, age: number | null) {
    super()
    this.#json = new JsonWithHoles(fields, (name) => name === 'age')
    this.#fields = fields
    this.#age = age
  }

  write(pieces: Piece[]): void {
    this.#json.write({ age: this.#age }, pieces)
  }

  toJSON(): object {
    return { ...this.#fields, age: this.#age }
  }
}

const rows = [
  new AgeingRow({ id: 1, label: 'größer als "ü" \u2028 😀', age: 0, unset: undefined, env: { A: [1, null] } }, 1.5e-7),
  new AgeingRow({ age: 0 }, null),
  new AgeingRow({ id: 3, note: 'behind', age: 0 }, -12),
  new AgeingRow({ age: 1, id: 4, note: '"age":0' }, 1e21),
]

test.each([
  ['a list of rows', { found: 4, 'rows "all"': rows }],
  ['one row', { success: true, row: rows[0] }],
  ['rows between other values', { before: [1, { a: 'ö' }], rows, after: null }],
  ['no rows', { found: 0, rows: [] }],
  ['what has none', { success: true, of: [{ id: 1 }, 'x'] }],
])('%s is written as JSON.stringify writes it', (_, body) => {
  expect(textOf(writeJson(body))).toBe(JSON.stringify(body))
})
