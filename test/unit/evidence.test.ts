import { expect, test } from 'vitest'
import {
  capture,
  code,
  describeEvidence,
  docs,
  found,
  judgement,
  note,
  supportOf,
  weakest,
} from '../../src/kernel/evidence.ts'
import { RELEASED } from '../../src/kernel/released.ts'

test.each([
  ['one answer that was captured', [capture('a', '2026-03')], 'seen-live', '2026-03'],
  ['notes of two people', [note('a', '2026-01'), note('b', '2026-02')], 'seen-live', '2026-02'],
  ['a note that stands for three', [note('3 not published under names', '2026-04', 3)], 'seen-live', '2026-04'],
  ['one note', [note('a', '2026-01')], 'published', '2026-01'],
  ['any number of clients', [code('a'), code('b', '2026-02', 9)], 'published', '2026-02'],
  ['documents', [docs('a')], 'published', null],
  [
    'an answer beside newer documents: the date is that of the answer',
    [docs('a', '2026-09'), capture('b', '2026-03')],
    'seen-live',
    '2026-03',
  ],
] as const)('%s', (_, sources, strength, date) => {
  const [first, ...others] = sources
  expect(supportOf(found('It is so.', first, ...others))).toMatchObject({ strength, date })
})

test('what nobody says is judgement', () => {
  expect(supportOf(judgement('We chose.'))).toEqual({ strength: 'judgement', date: null, is_old: false })
  expect(describeEvidence(judgement('We chose.'))).toBe('judgement: We chose.')
})

const isOld = (date: string): boolean => supportOf(found('It is so.', capture('a', date))).is_old

test('what is from more than a year before the release is old, whatever its date leaves out', () => {
  const year = Number(RELEASED.slice(0, 4))
  expect([`${year - 2}-12-31`, `${year - 2}`, `${year - 1}-01-01`].map(isOld)).toEqual([true, true, true])
  expect([RELEASED, `${year}-01`, `${year - 1}-12-31`, `${year - 1}`].map(isOld)).toEqual([false, false, false, false])
})

test('the weakest of several counts', () => {
  expect(weakest(['seen-live', 'judgement', 'published'])).toBe('judgement')
  expect(weakest(['seen-live', 'published'])).toBe('published')
  expect(weakest([])).toBeUndefined()
})
