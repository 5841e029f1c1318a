import { describe, expect, test } from 'vitest'
import { createSimulator, DocumentError, type Simulator, SteeringError } from '../../src/index.ts'
import { START, users } from '../support/simulate.ts'
import { call, seen, type Steered, steered, used } from '../support/steer.ts'

const wrong = (value: unknown): never => value as never

const refused: readonly Steered[] = [
  steered('reset to no fixture', ({ reset }) => reset({ fixture: 'defualt' }), 'POST /reset', { fixture: 'defualt' }),
  steered('reset to a wrong fixture', ({ reset }) => reset({ fixture: { usrs: [] } }), 'POST /reset', {
    fixture: { usrs: [] },
  }),
  steered('reset to no fixtures', ({ reset }) => reset({ fixture: [] }), 'POST /reset', { fixture: [] }),
  steered('reset to a number', ({ reset }) => reset({ fixture: wrong(5) }), 'POST /reset', { fixture: 5 }),
  steered('reset to no scenario', ({ reset }) => reset({ seed: '8', scenario: 'slow-bot' }), 'POST /reset', {
    seed: '8',
    scenario: 'slow-bot',
  }),
  steered('reset to no clock', ({ reset }) => reset({ seed: '8', clock: 'yesterday' }), 'POST /reset', {
    seed: '8',
    clock: 'yesterday',
  }),
  steered('reset with an unknown key', ({ reset }) => reset(wrong({ fixtures: 'empty' })), 'POST /reset', {
    fixtures: 'empty',
  }),
  steered('a negative span', ({ clock }) => clock.advance(-1), 'POST /clock/advance', { seconds: -1 }),
  steered('a span of words', ({ clock }) => clock.advance(wrong('1')), 'POST /clock/advance', { seconds: '1' }),
  steered('a span of millennia', ({ clock }) => clock.advance(1e12), 'POST /clock/advance', { seconds: 1e12 }),
  steered('freezing in the past', ({ clock }) => clock.freeze('2025-01-01T00:00:00Z'), 'PUT /clock', {
    at: '2025-01-01T00:00:00Z',
    frozen: true,
  }),
  steered('running from the past', ({ clock }) => clock.run('2025-01-01T00:00:00Z'), 'PUT /clock', {
    at: '2025-01-01T00:00:00Z',
    frozen: false,
  }),
  steered('no instant', ({ clock }) => clock.freeze('tomorrow'), 'PUT /clock', { at: 'tomorrow', frozen: true }),
  steered('an instant without a zone', ({ clock }) => clock.run('2026-06-01T00:00:00'), 'PUT /clock', {
    at: '2026-06-01T00:00:00',
    frozen: false,
  }),
  steered('an unknown scenario', ({ scenario: s }) => s('slow-bot'), 'PUT /scenario', { name: 'slow-bot' }),
  steered('a scenario without a name', ({ scenario: s }) => s(''), 'PUT /scenario', { name: '' }),
  steered('an unknown parameter', ({ scenario: s }) => s('brown-out', { probabilty: 1 }), 'PUT /scenario', {
    name: 'brown-out',
    params: { probabilty: 1 },
  }),
  steered('a parameter of another type', ({ scenario: s }) => s('brown-out', { probability: '1' }), 'PUT /scenario', {
    name: 'brown-out',
    params: { probability: '1' },
  }),
  steered('a wrong scenario', ({ scenario: s }) => s({ name: 's', falts: [] }), 'PUT /scenario', {
    scenario: { name: 's', falts: [] },
  }),
  steered(
    'a fault for no operation',
    ({ faults }) => faults.add({ name: 'f', match: { operation: 'instances.lst' }, effect: { status: 500 } }),
    'POST /faults',
    { name: 'f', match: { operation: 'instances.lst' }, effect: { status: 500 } },
  ),
  steered(
    'a fault that does two things',
    ({ faults }) => faults.add({ name: 'f', effect: { reset: true, garbage: true } }),
    'POST /faults',
    { name: 'f', effect: { reset: true, garbage: true } },
  ),
  steered('a fault without a name', ({ faults }) => faults.add(wrong({ effect: { reset: true } })), 'POST /faults', {
    effect: { reset: true },
  }),
  steered('removing what is not there', ({ faults }) => faults.remove('slwo'), 'DELETE /faults/slwo'),
  steered('a bad name of a snapshot', ({ snapshots }) => snapshots.take('a b'), 'POST /snapshots', { name: 'a b' }),
  steered(
    'restoring what is not there',
    ({ snapshots }) => snapshots.restore('seded'),
    'POST /snapshots/seded/restore',
  ),
  steered('deleting what is not there', ({ snapshots }) => snapshots.delete('seded'), 'DELETE /snapshots/seded'),
  steered('importing nothing', ({ importState }) => importState({}), 'PUT /state', {}),
  steered(
    'importing what dangles',
    ({ importState }) => importState({ users, offers: [{ id: 1, host_id: 9 }] }),
    'PUT /state',
    { users, offers: [{ id: 1, host_id: 9 }] },
  ),
  steered(
    'an unknown state',
    ({ providerState }) => providerState.setUp('the listing is flakey'),
    'POST /pact/provider-states',
    { state: 'the listing is flakey' },
  ),
  steered(
    'a state with a wrong parameter',
    ({ providerState }) => providerState.setUp('flaky-listing', { fails: 1 }),
    'POST /pact/provider-states',
    { state: 'flaky-listing', params: { fails: 1 } },
  ),
  steered(
    'verifying with an unknown key',
    ({ journal }) => journal.verify(wrong({ operatoin: 'x' })),
    'POST /requests/verify',
    { match: { operatoin: 'x' } },
  ),
  steered('verifying no count', ({ journal }) => journal.verify({}, {}), 'POST /requests/verify', {
    match: {},
    count: {},
  }),
  steered(
    'listing an operation that is none',
    ({ journal }) => journal.list({ operation: 'instances.lst' }),
    'GET /requests?operation=instances.lst',
  ),
  steered(
    'listing by a basis that is none',
    ({ journal }) => journal.list({ basis: wrong('guessed') }),
    'GET /requests?basis=guessed',
  ),
]

const codes: Readonly<Record<string, number>> = { invalid_args: 400, not_found: 404, conflict: 409 }

/** Why it is refused, as the control API would say it. */
async function whyNot(sim: Simulator, { code }: Steered) {
  // Async, so that an error thrown at once and a rejection are reported alike.
  const error: unknown = await (async () => code(sim))().catch((reason: unknown) => reason)
  if (error instanceof DocumentError) return { status: 400, body: { error: 'invalid_args', msg: error.message } }
  expect(error).toBeInstanceOf(SteeringError)
  expect(error).toHaveProperty('name', 'SteeringError')
  const { error: kind, message, hint } = error as SteeringError
  return { status: codes[kind], body: { error: kind, msg: message, ...(hint !== undefined && { hint }) } }
}

/** The ten lines of the stack that V8 keeps. */
async function stackOf(act: () => unknown): Promise<string | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    return (error as Error).stack
  }
}

test.each([
  { name: 'a scenario', act: () => createSimulator({ scenario: 'slow-boots' }) },
  { name: 'rows', act: () => createSimulator({ fixture: { usrs: [] } as never }) },
  { name: 'a name', act: () => createSimulator().sandbox('a b') },
  { name: 'a start', act: () => createSimulator().startFrom({ fixture: ['empty', 'emty'] }) },
  { name: 'a port', act: () => createSimulator().listen({ port: -1 }) },
  { name: 'a fork', act: () => createSimulator().fork(7) },
])('the stack of a simulator that refuses $name begins at the line of the caller', async ({ act }) => {
  expect((await stackOf(act))?.split('\n    at ').slice(1, 3).join()).toContain('steering-refused.test.ts')
})

describe('what code is refused is what the control call is refused, in the same words, and changes nothing', () => {
  test.each(refused)('$name', async (each) => {
    const sim = await used()
    const before = await seen(sim)
    const answer = await call(sim, ...each.http)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await whyNot(sim, each)).toEqual(answer)
    expect(await seen(sim)).toEqual(before)
  })

  test.each(refused)('$name: the stack shows the line of the caller', async ({ code }) => {
    const sim = await used()
    const stack = await stackOf(() => code(sim))
    expect(stack).toContain('steering-refused.test.ts')
  })

  test('moves of the clock reject, and never throw', async () => {
    const { clock } = await used()
    for (const move of [() => clock.advance(Number.NaN), () => clock.freeze('x'), () => clock.run('x')])
      await expect(move()).rejects.toThrow(SteeringError)
    expect([clock.now, clock.mode]).toEqual([START, 'frozen'])
  })
})
