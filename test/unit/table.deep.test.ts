import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowSet } from '../../src/kernel/row-set.ts'
import { Table } from '../../src/kernel/table.ts'
import { runs } from '../support/drawn.ts'

interface Thing {
  readonly id: number
  readonly kind: string
}

/** More ids than a chunk has rows. */
const ids = fc.integer({ min: 1, max: 300 })
const kinds = fc.constantFrom('a', 'b', 'c')
const row: fc.Arbitrary<Thing> = fc.record({ id: ids, kind: kinds })
const starts = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 250, size: 'max' })
const step = fc.oneof(
  fc.record({ do: fc.constant('put' as const), row }),
  fc.record({ do: fc.constant('delete' as const), id: ids }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const steps = fc.array(step, { maxLength: 60, size: 'max' })

/** A table and the plain map that it should be like. */
class Pair {
  readonly cell: { value: { readonly things: RowSet<Thing> } }
  readonly table: Table<Thing, 'things'>
  readonly map: Map<number, Thing>
  lastId: number

  constructor(rows: readonly Thing[]) {
    this.cell = { value: { things: RowSet.of<Thing>(() => rows) } }
    this.table = new Table(this.cell, 'things')
    this.map = new Map(rows.map((each) => [each.id, each]))
    this.lastId = Math.max(0, ...this.map.keys())
  }

  take(each: Step): void {
    if (each.do === 'put') {
      expect(this.table.put(each.row)).toBe(each.row)
      this.map.set(each.row.id, each.row)
      this.lastId = Math.max(this.lastId, each.row.id)
    } else {
      expect(this.table.delete(each.id)).toBe(this.map.delete(each.id))
    }
  }

  check(): void {
    const rows = [...this.map.values()].toSorted((a, b) => a.id - b.id)
    expect(this.table.values()).toEqual(rows)
    for (const id of [0, 1, 64, 65, 300, 301, ...this.map.keys()]) expect(this.table.get(id)).toBe(this.map.get(id))
    for (const kind of ['a', 'b', 'c', 'd'])
      expect(this.table.where('kind', kind)).toEqual(rows.filter((each) => each.kind === kind))
    expect(this.table.lastId).toBe(this.lastId)
    expect(this.table.nextId()).toBe(this.lastId + 1)
  }
}

test('a table behaves like a map of rows, whatever is put and deleted', () => {
  fc.assert(
    fc.property(starts, steps, (rows, taken) => {
      const pair = new Pair(rows)
      for (const each of taken) pair.take(each)
      pair.check()
    }),
    runs(200),
  )
})

test('rows that are kept stay as they were, whatever changes later', () => {
  fc.assert(
    fc.property(starts, steps, steps, (rows, before, after) => {
      const pair = new Pair(rows)
      for (const each of before) pair.take(each)
      const kept = pair.table.rows
      const then = [...pair.map.values()].toSorted((a, b) => a.id - b.id)
      for (const each of after) pair.take(each)
      expect(kept.values()).toEqual(then)
      pair.check()
    }),
    runs(200),
  )
})

test('what differs between two sets of rows makes the one of the other', () => {
  fc.assert(
    fc.property(starts, steps, steps, (rows, before, after) => {
      const pair = new Pair(rows)
      for (const each of before) pair.take(each)
      const kept = pair.table.rows
      for (const each of after) pair.take(each)
      const changed = new Map(kept.values().map((each) => [each.id, each]))
      for (const change of pair.table.rows.changesSince(kept)) {
        expect(change.before).toBe(kept.get(change.id))
        expect(change.after).not.toBe(change.before)
        if (change.after === undefined) changed.delete(change.id)
        else changed.set(change.id, change.after)
      }
      expect(changed).toEqual(pair.map)
      expect(kept.changesSince(kept)).toEqual([])
    }),
    runs(200),
  )
})

test('rows that were put are weighed, and those of a fixture are not', () => {
  const start = RowSet.of<Thing>(() => [{ id: 1, kind: 'a' }])
  const put = start.with({ id: 2, kind: 'b' })
  expect([start.bytes, put.bytes > 0]).toEqual([0, true])
  expect(put.with({ id: 2, kind: 'c' }).bytes).toBe(put.bytes)
  expect(put.without(2).bytes).toBe(0)
  expect(put.without(1).bytes).toBe(put.bytes)
})

test('an id is never given twice', () => {
  const table = new Table({ value: { things: RowSet.of<Thing>(() => [{ id: 3, kind: 'a' }]) } }, 'things')
  table.put({ id: table.nextId(), kind: 'a' })
  table.delete(4)
  expect(table.nextId()).toBe(5)
})

test('a table knows of rows that were gone before it was opened', () => {
  expect(new Table({ value: { things: RowSet.of<Thing>(() => [], 40) } }, 'things').nextId()).toBe(41)
})
