import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { stateHandlers } from '../../src/pact.ts'
import { listing, noConnections, pactFile } from './pact-file.ts'
import { runMain } from './pact-process.ts'

const verify = (pact: string) => runMain('provider.js', [pact])

/** How each interaction fared, as Pact reports it. */
const fared = (stdout: string, ...descriptions: readonly string[]) =>
  descriptions.map((description) => {
    const [, report = ''] = stdout.split(`\n  ${description} (`)
    const [own = ''] = report.split('\n\n')
    return `${description}: ${/FAILED|Request Failed/.test(own) ? 'failed' : own.includes('OK') ? 'held' : 'unknown'}`
  })

describe('the state handlers of a simulator in the Verifier of Pact', () => {
  test('set up states with parameters, the start where there is none, and give values for requests', async () => {
    const injected = {
      description: 'an edit',
      request: {
        method: 'PUT',
        path: '/api/v0/template/',
        headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
        body: { hash_id: 'of no template', tag: '25.04' },
        generators: { body: { '$.hash_id': { type: 'ProviderState', expression: '${hash_id}' } } },
      },
      response: { status: 200 },
    }
    const state = { name: 'the cloud connections cannot be read', params: { status: 418 } }
    const end = await verify(
      pactFile([
        noConnections('an empty list', 'the account is empty'),
        { ...noConnections('a teapot', state), response: { status: 418 } },
        { ...noConnections('the start'), response: { status: 200, body: [{ id: 1 }, { id: 2 }] } },
        { ...injected, providerStates: [{ name: 'instances boot slowly' }] },
        { ...injected, description: 'an edit at the start' },
      ]),
    )
    expect(fared(end.stdout, 'an empty list', 'a teapot', 'the start', 'an edit', 'an edit at the start')).toEqual([
      'an empty list: held',
      'a teapot: held',
      'the start: held',
      'an edit: held',
      'an edit at the start: held',
    ])
    expect(end.code).toBe(0)
  })

  test('fail an interaction with an unknown state, even one that would hold, and say why', async () => {
    const anything = { ...noConnections('unknown', 'the account is emty'), response: { status: 200 } }
    const end = await verify(pactFile([anything, noConnections('known', 'the account is empty')]))
    expect(fared(end.stdout, 'unknown', 'known')).toEqual(['unknown: failed', 'known: held'])
    expect(end.stdout).toContain(
      'there is no provider state "the account is emty"; did you mean "the account is empty"?',
    )
    expect(end.code).toBe(1)
  })

  test('set up all states of an interaction, and fail it where one state is refused', async () => {
    const unreadable = 'the cloud connections cannot be read'
    const both = { ...noConnections('both', unreadable, 'the listing is flaky'), response: { status: 500 } }
    const end = await verify(
      pactFile([
        both,
        {
          ...both,
          description: 'the other',
          request: { ...listing, path: '/api/v0/instances/' },
          response: { status: 503 },
        },
        noConnections('contradiction', 'the account is empty', 'the offer is gone'),
        noConnections('the unknown first', 'the account is emty', 'the account is empty'),
        noConnections('last', 'the account is empty'),
      ]),
    )
    expect(fared(end.stdout, 'both', 'the other', 'contradiction', 'the unknown first', 'last')).toEqual([
      'both: held',
      'the other: held',
      'contradiction: failed',
      'the unknown first: failed',
      'last: held',
    ])
    expect(end.stdout).toContain('empty-account and offer-gone contradict each other: both define data')
  })

  test('fail an interaction with parameters that its state does not take, and say why', async () => {
    const state = { name: 'the account is empty', params: { size: 3 } }
    const end = await verify(pactFile([{ ...noConnections('sized', state), request: listing }]))
    expect(fared(end.stdout, 'sized')).toEqual(['sized: failed'])
    expect(end.stdout).toContain('there is no parameter "size"')
    expect(end.code).toBe(1)
  })
})

test('state handlers refuse what goes with an unknown state, answer 500 with the reason, and then go on', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  const handlers = stateHandlers(sim)
  const msg =
    'there is no provider state "nope"; rental-sim scenarios lists them, and rental-sim/scenarios/mine.yaml makes it one: { name: mine, description: mine, provider_states: ["nope"], fixture: default }'
  const empty = 'the account is empty'
  for (const name of ['nope', empty]) await expect(handlers[name]?.setup()).rejects.toMatchObject({ message: msg })
  const response = await sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })
  expect([response.status, await response.json()]).toEqual([500, { error: 'unknown_provider_state', msg }])
  const values = await handlers[empty]?.setup(null)
  expect(sim.scenario()).toMatchObject({ name: 'empty-account' })
  expect(await handlers[empty]?.(empty)).toEqual(values)
  expect(await handlers[empty]?.teardown()).toBe(undefined)
  expect([sim.scenario(), sim.faults.list()]).toEqual([null, []])
  expect(['anything' in handlers, JSON.stringify(handlers), handlers['then']]).toEqual([true, '{}', undefined])
})
