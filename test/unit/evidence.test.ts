import { expect, test } from 'vitest'
import { readEvidenceLine } from '../../build-tools/rules/evidence-line.ts'
import { describeEvidence, type Evidence, judgement, supportOf, weakest } from '../../src/kernel/evidence.ts'
import { RELEASED } from '../../src/kernel/released.ts'

function shown(sources: string): readonly Evidence[] {
  const evidence = readEvidenceLine(`It is so. | ${sources}`)
  if (typeof evidence === 'string') throw new Error(evidence)
  return evidence
}

test.each([
  ['one answer that was captured', 'capture 2026-03, a', 'seen-live', '2026-03'],
  ['notes of two people', 'note 2026-01, a; note 2026-02, b', 'seen-live', '2026-02'],
  ['a note that stands for three', 'note x3 2026-04', 'seen-live', '2026-04'],
  ['one note', 'note 2026-01, a', 'published', '2026-01'],
  ['any number of clients', 'code, a; code x9 2026-02', 'published', '2026-02'],
  ['documents', 'docs, a', 'published', null],
  [
    'an answer beside newer documents: the date is that of the answer',
    'docs 2026-09, a; capture 2026-03, b',
    'seen-live',
    '2026-03',
  ],
] as const)('%s', (_, sources, strength, date) => {
  expect(supportOf(shown(sources))).toMatchObject({ strength, date })
})

test('a rule without a source is judgement', () => {
  expect(supportOf(judgement('We chose.'))).toEqual({ strength: 'judgement', date: null, is_old: false })
  expect(describeEvidence(judgement('We chose.'))).toBe('judgement: We chose.')
})

const isOld = (date: string): boolean => supportOf(shown(`capture ${date}, a`)).is_old

test('evidence from more than a year before the release is old, whatever its date leaves out', () => {
  const year = Number(RELEASED.slice(0, 4))
  expect([`${year - 2}-12-31`, `${year - 2}`, `${year - 1}-01-01`].map(isOld)).toEqual([true, true, true])
  expect([RELEASED, `${year}-01`, `${year - 1}-12-31`, `${year - 1}`].map(isOld)).toEqual([false, false, false, false])
})

test('the weakest of several counts', () => {
  expect(weakest(['seen-live', 'judgement', 'published'])).toBe('judgement')
  expect(weakest(['seen-live', 'published'])).toBe('published')
  expect(weakest([])).toBeUndefined()
})
