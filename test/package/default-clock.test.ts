import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { ask, endWhatTestsStart, run, serve } from '../support/run-cli.ts'

endWhatTestsStart()

/** Far enough from the instant at which a clock is frozen. */
const RUNS = { mode: 'real', now: expect.stringMatching(/^20\d\d-/) as unknown }
const say = `fetch(process.env.RENTAL_SIM_URL + '/_sim/clock').then(async (answer) => console.log((await answer.json()).mode))`

describe('a clock runs wherever a simulator is started', () => {
  test('serve, and so the image, which says nothing else', async () => {
    expect((await ask(`${(await serve()).url}/_sim/clock`)).body).toEqual(RUNS)
    expect(readFileSync('Dockerfile', 'utf8')).not.toMatch(/clock/i)
  })

  test('exec', async () => {
    expect(await run(['exec', '--', process.execPath, '-e', say])).toMatchObject({ code: 0, stdout: 'real\n' })
  })

  test('pact verify', async () => {
    const { stdout } = await run(['pact', 'verify', '--help'])
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/--clock <start> real, frozen, or [^(]*\(default: real,/)
  })

  test('createSimulator', () => {
    expect(createSimulator().clock.mode).toBe('real')
  })
})

test('a clock that runs can be advanced, and runs on', async () => {
  const { clock, fetch } = createSimulator()
  const list = async () =>
    (await fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })).status
  expect([await list(), await list()]).toEqual([200, 429])
  await clock.advance(2)
  expect([await list(), clock.mode]).toEqual([200, 'real'])
})
