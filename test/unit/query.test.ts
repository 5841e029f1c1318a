import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  filterOf,
  type Filters,
  fulfils,
  type ReadField,
  SearchedRows,
  sortBy,
  type Value,
} from '../../src/kernel/query.ts'
import { problemsOf } from '../../src/kernel/wire.ts'

interface Thing {
  readonly id: number
  readonly size: Value
  readonly name: Value
}

const read: ReadField<Thing> = (row, field) => new Map<string, Value>(Object.entries(row)).get(field)

const things: readonly Thing[] = [
  { id: 1, size: 10, name: 'a' },
  { id: 2, size: 20, name: 'B' },
  { id: 3, size: 20, name: 'b' },
  { id: 4, size: null, name: null },
]

const searched = new SearchedRows(things, read)
const idsOf = (filters: Filters) => searched.select(filters).map(({ id }) => id)

for (const [filters, ids] of [
  [{}, [1, 2, 3, 4]],
  [{ size: {} }, [1, 2, 3, 4]],
  [{ size: undefined }, [1, 2, 3, 4]],
  [{ size: { eq: 20 } }, [2, 3]],
  [{ size: { neq: 20 } }, [1, 4]],
  [{ size: { lt: 20 } }, [1]],
  [{ size: { lte: 20 } }, [1, 2, 3]],
  [{ size: { gt: 10 } }, [2, 3]],
  [{ size: { gte: 10 } }, [1, 2, 3]],
  [{ size: { in: [10, 99] } }, [1]],
  [{ size: { in: [] } }, []],
  [{ size: { notin: [10, 99] } }, [2, 3, 4]],
  [{ size: { notin: [] } }, [1, 2, 3, 4]],
  [{ size: { gt: 10, lte: 20 }, name: { neq: 'b' } }, [2]],
  [{ name: { lt: 'b' } }, [1, 2]],
  [{ size: { eq: null } }, [4]],
  [{ size: { lte: null } }, []],
  [{ size: { eq: '20' } }, []],
  [{ size: { gt: '1' } }, []],
  [{ colour: { eq: 'red' } }, [1, 2, 3, 4]],
] as const) {
  test(`${JSON.stringify(filters)} finds ${JSON.stringify(ids)}`, () => {
    expect(idsOf(filters)).toEqual(ids)
  })
}

test('an operator and its opposite split the rows that have a value', () => {
  const numbers = fc.integer({ min: -5, max: 5 })
  fc.assert(
    fc.property(fc.array(numbers), numbers, fc.array(numbers), (sizes, size, list) => {
      const rows = sizes.map((each, id) => ({ id, size: each, name: null }))
      const count = (filter: NonNullable<Filters[string]>) => rows.filter(fulfils({ size: filter }, read)).length
      expect(count({ eq: size }) + count({ neq: size })).toBe(rows.length)
      expect(count({ lt: size }) + count({ gte: size })).toBe(rows.length)
      expect(count({ gt: size }) + count({ lte: size })).toBe(rows.length)
      expect(count({ in: list }) + count({ notin: list })).toBe(rows.length)
      expect(count({ gte: size, lte: size })).toBe(count({ eq: size }))
    }),
  )
})

for (const [filter, message] of [
  [{ eq: 'x' }, 'expected number, received string'],
  [{ in: 5 }, 'expected array, received number'],
  [{ in: [5, 'x'] }, 'expected number, received string'],
  [{ is: 5 }, 'unknown key "is"; did you mean "in"?'],
  [{ contains: 5 }, 'unknown key "contains"; there are eq, neq, lt, lte, gt, gte, in, notin'],
  [5, 'expected object, received number'],
] as const) {
  test(`the filter ${JSON.stringify(filter)} of a number is refused`, () => {
    const { error } = filterOf(z.number()).safeParse(filter)
    expect(error && problemsOf(error)).toMatchObject([{ message }])
  })
}

const sorted = (order: Parameters<typeof sortBy>[1]) => sortBy(things, order, read).map(({ id }) => id)

for (const [order, ids] of [
  [[], [1, 2, 3, 4]],
  [[['size', 'asc']], [4, 1, 2, 3]],
  [[['size', 'desc']], [2, 3, 1, 4]],
  [
    [
      ['size', 'desc'],
      ['id', 'desc'],
    ],
    [3, 2, 1, 4],
  ],
  [[['colour', 'asc']], [1, 2, 3, 4]],
  [
    [
      ['colour', 'asc'],
      ['id', 'desc'],
    ],
    [4, 3, 2, 1],
  ],
] as const) {
  test(`the order ${JSON.stringify(order)} gives ${JSON.stringify(ids)}`, () => {
    expect(sorted(order)).toEqual(ids)
  })
}

test('sorting leaves the rows it was given alone', () => {
  const before = [...things]
  sorted([['id', 'desc']])
  expect(things).toEqual(before)
})
