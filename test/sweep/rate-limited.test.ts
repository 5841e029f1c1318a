import { expect, test } from 'vitest'
import { type FlowRun, type FlowSweepOptions, sweep } from '../../src/sweep.ts'
import { ask } from './ask.ts'

/** Sends it three times at most, without a pause, whatever the answer: the limiter refuses what comes so soon. */
const insistently = (send: () => Promise<unknown>): Promise<unknown> => send().catch(send).catch(send)

const rent = (run: FlowRun) =>
  insistently(() => ask(run, 'PUT', '/asks/12345678/', { image: 'library/python', label: 'mine' }))

/** In the dialect that limits rents. */
const swept = (flow: (run: FlowRun) => Promise<unknown>, options: FlowSweepOptions) =>
  sweep(flow, { simulator: { clock: 'frozen', dialect: 'observed' }, ...options })

test.each(['reset', '502'])(
  'a rent that is sent again and that the limiter refuses is sent-again: %s',
  async (name) => {
    const { trials } = await swept(rent, { trial: `instances.create/lost-reply/first/${name}` })
    expect(trials.map(({ verdict }) => verdict)).toEqual(['sent-again'])
  },
)

test('the profile says that a rent is sent again, and how often an outage is met, be it by the limiter', async () => {
  const { profile } = await swept(rent, { only: ['lost-reply', 'outage'] })
  expect(profile).toEqual([
    { name: 'Looks before it creates again', text: 'no: sends it again' },
    { name: 'Tries in an outage', text: expect.stringMatching(/^3: after /) as string },
  ])
})

test('a client that repeats within the window of the limiter hammers, be it after another failure', async () => {
  const { trials } = await swept(rent, { trial: 'instances.create/transient/first/503' })
  expect(trials.map(({ verdict }) => verdict)).toEqual(['hammered'])
})

const list = (run: FlowRun) => ask(run, 'GET', '/instances/').catch(() => undefined)

test.each(['documented', 'observed'] as const)(
  'what a refusal is said to be is what the client gets: %s',
  async (dialect) => {
    const { trials } = await swept(list, { only: ['refusals'], simulator: { clock: 'frozen', dialect } })
    expect(trials.length).toBeGreaterThan(3)
    for (const { injected, requests } of trials)
      expect(requests[0]).toContain(` -> ${/\d{3}/.exec(injected)?.[0]} (injected)`)
  },
)
