import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { factsIn } from '../../src/sweep/run/run-command.ts'
import { SWEEP_FOLDER } from '../../src/node/processes/join-sweep.ts'
import { LIST } from '../support/steer.ts'
import { asked, setEnv, trialOf, underTrial } from '../support/under-trial.ts'

function sweepFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sweep-'))
  setEnv(SWEEP_FOLDER, folder)
  return folder
}

const met = { status: 503, fault: 'fault.trial' }
const real = { status: 200, fault: null }

test('of several simulators one meets a trial that is met once', async () => {
  sweepFolder()
  const [one, other] = [underTrial(trialOf()), underTrial(trialOf())]
  expect([await asked(one, LIST), await asked(other, LIST)]).toEqual([met, real])
})

test('all of them meet one that lasts', async () => {
  sweepFolder()
  const trial = trialOf({ lasts: 'from' })
  const [one, other] = [underTrial(trial), underTrial(trial)]
  expect([await asked(one, LIST), await asked(other, LIST)]).toEqual([met, met])
})

test('what happened is in the folder, for all simulators and sandboxes', async () => {
  const folder = sweepFolder()
  const [one, other] = [underTrial(trialOf({ call: 2 })), underTrial(undefined)]
  await asked(one, LIST)
  await asked(one.sandbox('b'), LIST)
  await asked(other, '/nowhere?a=1')
  await asked(other, LIST, {})
  await setImmediate()
  const found = factsIn(folder).toSorted((a, b) => a.status - b.status)
  const list = {
    sandbox: expect.stringMatching(/^test\.trial\.join-sweep\.test\.ts#\d+$/) as string,
    operation: 'cloud-connections.list',
    path: LIST,
    query: '',
    fault: null,
  }
  expect(found).toMatchObject([
    { ...list, status: 200, isCall: true, happened: true },
    { ...list, status: 401, isCall: false, happened: false },
    { ...list, operation: null, path: '/nowhere', query: 'a=1', status: 404, isCall: false, happened: false },
    {
      ...list,
      sandbox: expect.stringMatching(/#\d+~b$/) as string,
      status: 503,
      isCall: true,
      happened: false,
      fault: { name: 'trial' },
    },
  ])
})

test('outside of a sweep nothing is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sweep-'))
  await asked(underTrial(trialOf()), LIST)
  await setImmediate()
  expect(readdirSync(folder)).toEqual([])
})

test('a simulator that cannot write its exchanges says that the sweep misses them, and works', async () => {
  setEnv(SWEEP_FOLDER, '/no/such/folder')
  const warned = once(process, 'warning')
  expect(await asked(underTrial(undefined), LIST)).toEqual(real)
  expect(String((await warned)[0])).toMatch(
    /rental-sim: the sweep misses exchanges of this process: Error: ENOENT.*\/no\/such\/folder/,
  )
})
