import { expect, test } from 'vitest'
import { inSlices, SharedWork, type Work } from '../../src/kernel/slices.ts'

/** Work of some slices, and how often a slice was begun. */
function work(slices: number) {
  const begun: number[] = []
  return {
    begun,
    *start(this: void): Work<string> {
      for (let slice = 1; slice < slices; slice += 1) {
        begun.push(slice)
        yield
      }
      begun.push(slices)
      return 'done'
    },
  }
}

test('work of one slice has its result at once, longer work a promise of it', async () => {
  expect(inSlices(work(1).start())).toBe('done')
  const long = inSlices(work(3).start())
  expect(long).toBeInstanceOf(Promise)
  expect(await long).toBe('done')
})

test('shared work is done once for all who wait, and at once for whoever cannot', async () => {
  const { start, begun } = work(4)
  const shared = new SharedWork(start)
  const waiting = Promise.all([inSlices(shared.wait()), inSlices(shared.wait())])
  expect(shared.result).toBe('done')
  expect(await waiting).toEqual(['done', 'done'])
  expect(begun).toEqual([1, 2, 3, 4])
})

test('shared work that failed starts anew', () => {
  let attempts = 0
  const shared = new SharedWork(function* (): Work<number> {
    yield
    attempts += 1
    if (attempts === 1) throw new Error('no luck')
    return attempts
  })
  expect(() => shared.result).toThrow('no luck')
  expect(shared.result).toBe(2)
})
