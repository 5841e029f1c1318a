import { beforeAll, expect, test as plainTest } from 'vitest'
import { test } from '../../src/vitest.ts'
import { options, playInProcess, playOverHttp, playThroughMsw } from './fetch/carriers.ts'
import { needless, unexpected } from './fetch/differences.ts'
import type { Observed } from './fetch/play.ts'

let reference: Readonly<Record<string, Observed>>
beforeAll(async () => {
  reference = await playOverHttp()
})

test.override('simulatorOptions', options)

plainTest('sim.fetch does what the fetch of Node does over HTTP', async () => {
  expect(unexpected(reference, await playInProcess(), 'sim.fetch')).toEqual([])
})

plainTest('through MSW, fetch does what it does over HTTP', async () => {
  expect(unexpected(reference, await playThroughMsw(), 'MSW')).toEqual([])
})

test('fetch of a sandbox of rental-sim/vitest does so too', async ({ simulator }) => {
  expect(unexpected(reference, await playInProcess(simulator), 'sim.fetch')).toEqual([])
})

plainTest('every difference that is allowed is one', () => {
  expect(needless(reference)).toEqual([])
})
