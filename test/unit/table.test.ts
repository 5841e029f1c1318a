import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Base } from '../../src/kernel/base.ts'
import { Table } from '../../src/kernel/table.ts'
import {
  beginWriting,
  bytesOfWrites,
  MAX_OTHER_WRITE_BYTES,
  MAX_OTHER_WRITES,
  WriteLog,
  type Writer,
} from '../../src/kernel/writes.ts'

interface Thing {
  readonly id: number
  readonly kind: string
}

const ids = fc.integer({ min: 1, max: 8 })
const kinds = fc.constantFrom('a', 'b', 'c')
const row: fc.Arbitrary<Thing> = fc.record({ id: ids, kind: kinds })
const bases = fc.uniqueArray(row, { selector: ({ id }) => id })
const step = fc.oneof(
  fc.record({ do: fc.constant('put' as const), row }),
  fc.record({ do: fc.constant('delete' as const), id: ids }),
  fc.record({ do: fc.constant('look' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A table and the plain map that it should be like. */
class Pair {
  readonly table: Table<Thing>
  readonly map: Map<number, Thing>
  lastId: number

  constructor(table: Table<Thing>, map: Map<number, Thing>, lastId: number) {
    this.table = table
    this.map = map
    this.lastId = lastId
  }

  static over(base: Base<Thing>): Pair {
    return new Pair(new Table(base), new Map(base.rows.map((each) => [each.id, each])), base.rows.at(-1)?.id ?? 0)
  }

  fork(): Pair {
    return new Pair(this.table.fork(), new Map(this.map), this.lastId)
  }

  take(each: Step): void {
    if (each.do === 'put') {
      expect(this.table.put(each.row)).toBe(each.row)
      this.map.set(each.row.id, each.row)
      this.lastId = Math.max(this.lastId, each.row.id)
    } else if (each.do === 'delete') {
      expect(this.table.delete(each.id)).toBe(this.map.delete(each.id))
    } else {
      this.check()
    }
  }

  check(): void {
    const rows = [...this.map.values()].toSorted((a, b) => a.id - b.id)
    expect(this.table.values()).toEqual(rows)
    for (let id = 0; id <= 9; id++) expect(this.table.get(id)).toBe(this.map.get(id))
    for (const kind of ['a', 'b', 'c', 'd']) {
      const expected = rows.filter((each) => each.kind === kind)
      expect(this.table.where('kind', kind)).toEqual(expected)
      expect(this.table.filter((list) => (place) => list[place]?.kind === kind)).toEqual(expected)
      expect(this.table.first((each) => each.kind === kind)).toBe(expected[0])
    }
    expect(this.table.lastId).toBe(this.lastId)
    expect(this.table.nextId()).toBe(this.lastId + 1)
  }
}

test('a table behaves like a map of rows, whatever is put and deleted', () => {
  fc.assert(
    fc.property(bases, fc.array(step), (rows, steps) => {
      const pair = Pair.over(new Base<Thing>(() => rows))
      for (const each of steps) pair.take(each)
      pair.check()
    }),
    { numRuns: 300 },
  )
})

test('a fork and its origin do not see each other, and the base stays', () => {
  fc.assert(
    fc.property(bases, fc.array(step), fc.array(fc.tuple(fc.boolean(), step)), (rows, before, after) => {
      const base = new Base<Thing>(() => rows)
      const untouched = [...base.rows]
      const origin = Pair.over(base)
      for (const each of before) origin.take(each)
      const fork = origin.fork()
      for (const [inFork, each] of after) (inFork ? fork : origin).take(each)
      origin.check()
      fork.check()
      expect(base.rows).toEqual(untouched)
      Pair.over(base).check()
    }),
    { numRuns: 300 },
  )
})

test('writes that are taken back, latest first, leave a table as it was', () => {
  fc.assert(
    fc.property(bases, fc.array(step), fc.array(step), (rows, before, after) => {
      const base = new Base<Thing>(() => rows)
      const log = new WriteLog()
      const map = new Map(base.rows.map((each) => [each.id, each]))
      const origin = new Pair(new Table(base, 0, 'things', log), map, base.rows.at(-1)?.id ?? 0)
      for (const each of before) origin.take(each)
      const then = origin.fork()
      const count = log.count
      for (const each of after) origin.take(each)
      const undone = new Pair(origin.table.fork(), then.map, then.lastId)
      for (const write of log.others.filter(({ nth }) => nth > count).toReversed()) undone.table.undo(write)
      undone.check()
      expect(undone.table.changedBytes).toBe(then.table.changedBytes)
      origin.check()
    }),
    { numRuns: 300 },
  )
})

test('a log keeps the latest writes of no request, and those of a request are its own', () => {
  const log = new WriteLog()
  const table = new Table(three, 0, 'things', log)
  const request: Writer = { writes: undefined }
  const outer = beginWriting(request)
  table.put({ id: 1, kind: 'b' })
  expect(beginWriting(outer)).toBe(request)
  for (let at = 0; at <= MAX_OTHER_WRITES; at++) table.put({ id: 2, kind: 'c' })
  table.fork().put({ id: 3, kind: 'c' })
  expect(request.writes).toMatchObject([
    { collection: 'things', id: 1, nth: 1, before: { kind: 'a' }, after: { kind: 'b' } },
  ])
  expect(log.count).toBe(MAX_OTHER_WRITES + 2)
  expect(log.others.length).toBeLessThanOrEqual(MAX_OTHER_WRITES)
  expect(log.others.at(0)?.nth).toBeGreaterThan(2)
  expect(log.bytes).toBe(bytesOfWrites(log.others))
  expect(log.bytes).toBeLessThanOrEqual(MAX_OTHER_WRITE_BYTES)
})

const three = new Base<Thing>(() => [
  { id: 3, kind: 'a' },
  { id: 1, kind: 'a' },
  { id: 2, kind: 'b' },
])
const found = (table: Table<Thing>, kind: string) => table.where('kind', kind).map(({ id }) => id)

test('where follows a row that changes its value, goes and comes back', () => {
  const table = new Table(three)
  expect(found(table, 'a')).toEqual([1, 3])
  table.put({ id: 2, kind: 'a' })
  expect([found(table, 'a'), found(table, 'b')]).toEqual([[1, 2, 3], []])
  table.delete(1)
  expect(found(table, 'a')).toEqual([2, 3])
  table.put({ id: 1, kind: 'b' })
  expect([found(table, 'a'), found(table, 'b')]).toEqual([[2, 3], [1]])
})

test('an id is never given twice', () => {
  const table = new Table(three)
  table.put({ id: table.nextId(), kind: 'a' })
  table.delete(4)
  expect(table.nextId()).toBe(5)
  expect(table.fork().nextId()).toBe(5)
})

test('a table knows of rows that were gone before it was opened', () => {
  expect(new Table(three, 40).nextId()).toBe(41)
})

test('an untouched table shares the rows of its base', () => {
  expect(new Table(three).values()).toBe(three.rows)
})

test('what was listed before a change stays as it was', () => {
  const table = new Table(three)
  table.put({ id: 4, kind: 'b' })
  const before = table.values()
  table.delete(4)
  expect(before.map(({ id }) => id)).toEqual([1, 2, 3, 4])
})
