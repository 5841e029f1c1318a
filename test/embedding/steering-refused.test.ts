import { describe, expect, test } from 'vitest'
import { createSimulator, DocumentError, type Simulator, SteeringError } from '../../src/index.ts'
import { START, users } from '../support/simulate.ts'
import { call, seen, type Steered, used } from '../support/steer.ts'

const wrong = (value: unknown): never => value as never

const refused: readonly Steered[] = [
  {
    name: 'reset to no fixture',
    code: ({ reset }) => reset({ fixture: 'defualt' }),
    http: ['POST', '/reset', { fixture: 'defualt' }],
  },
  {
    name: 'reset to a wrong fixture',
    code: ({ reset }) => reset({ fixture: { usrs: [] } }),
    http: ['POST', '/reset', { fixture: { usrs: [] } }],
  },
  {
    name: 'reset to no fixtures',
    code: ({ reset }) => reset({ fixture: [] }),
    http: ['POST', '/reset', { fixture: [] }],
  },
  {
    name: 'reset to a number',
    code: ({ reset }) => reset({ fixture: wrong(5) }),
    http: ['POST', '/reset', { fixture: 5 }],
  },
  {
    name: 'reset to no scenario',
    code: ({ reset }) => reset({ seed: '8', scenario: 'slow-bot' }),
    http: ['POST', '/reset', { seed: '8', scenario: 'slow-bot' }],
  },
  {
    name: 'reset to no clock',
    code: ({ reset }) => reset({ seed: '8', clock: 'yesterday' }),
    http: ['POST', '/reset', { seed: '8', clock: 'yesterday' }],
  },
  {
    name: 'reset with an unknown key',
    code: ({ reset }) => reset(wrong({ fixtures: 'empty' })),
    http: ['POST', '/reset', { fixtures: 'empty' }],
  },
  {
    name: 'a negative span',
    code: ({ clock }) => clock.advance(-1),
    http: ['POST', '/clock/advance', { seconds: -1 }],
  },
  {
    name: 'a span of words',
    code: ({ clock }) => clock.advance(wrong('1')),
    http: ['POST', '/clock/advance', { seconds: '1' }],
  },
  {
    name: 'a span of millennia',
    code: ({ clock }) => clock.advance(1e12),
    http: ['POST', '/clock/advance', { seconds: 1e12 }],
  },
  {
    name: 'freezing in the past',
    code: ({ clock }) => clock.freeze('2025-01-01T00:00:00Z'),
    http: ['PUT', '/clock', { at: '2025-01-01T00:00:00Z', frozen: true }],
  },
  {
    name: 'running from the past',
    code: ({ clock }) => clock.run('2025-01-01T00:00:00Z'),
    http: ['PUT', '/clock', { at: '2025-01-01T00:00:00Z', frozen: false }],
  },
  {
    name: 'no instant',
    code: ({ clock }) => clock.freeze('tomorrow'),
    http: ['PUT', '/clock', { at: 'tomorrow', frozen: true }],
  },
  {
    name: 'an instant without a zone',
    code: ({ clock }) => clock.run('2026-06-01T00:00:00'),
    http: ['PUT', '/clock', { at: '2026-06-01T00:00:00', frozen: false }],
  },
  {
    name: 'an unknown scenario',
    code: ({ scenario: s }) => s('slow-bot'),
    http: ['PUT', '/scenario', { name: 'slow-bot' }],
  },
  { name: 'a scenario without a name', code: ({ scenario: s }) => s(''), http: ['PUT', '/scenario', { name: '' }] },
  {
    name: 'an unknown parameter',
    code: ({ scenario: s }) => s('brown-out', { probabilty: 1 }),
    http: ['PUT', '/scenario', { name: 'brown-out', params: { probabilty: 1 } }],
  },
  {
    name: 'a parameter of another type',
    code: ({ scenario: s }) => s('brown-out', { probability: '1' }),
    http: ['PUT', '/scenario', { name: 'brown-out', params: { probability: '1' } }],
  },
  {
    name: 'a wrong scenario',
    code: ({ scenario: s }) => s({ name: 's', falts: [] }),
    http: ['PUT', '/scenario', { scenario: { name: 's', falts: [] } }],
  },
  {
    name: 'a fault for no operation',
    code: ({ faults }) => faults.add({ name: 'f', match: { operation: 'instances.lst' }, effect: { status: 500 } }),
    http: ['POST', '/faults', { name: 'f', match: { operation: 'instances.lst' }, effect: { status: 500 } }],
  },
  {
    name: 'a fault that does two things',
    code: ({ faults }) => faults.add({ name: 'f', effect: { reset: true, garbage: true } }),
    http: ['POST', '/faults', { name: 'f', effect: { reset: true, garbage: true } }],
  },
  {
    name: 'a fault without a name',
    code: ({ faults }) => faults.add(wrong({ effect: { reset: true } })),
    http: ['POST', '/faults', { effect: { reset: true } }],
  },
  { name: 'removing what is not there', code: ({ faults }) => faults.remove('slwo'), http: ['DELETE', '/faults/slwo'] },
  {
    name: 'a bad name of a snapshot',
    code: ({ snapshots }) => snapshots.take('a b'),
    http: ['POST', '/snapshots', { name: 'a b' }],
  },
  {
    name: 'restoring what is not there',
    code: ({ snapshots }) => snapshots.restore('seded'),
    http: ['POST', '/snapshots/seded/restore'],
  },
  {
    name: 'deleting what is not there',
    code: ({ snapshots }) => snapshots.delete('seded'),
    http: ['DELETE', '/snapshots/seded'],
  },
  { name: 'importing nothing', code: ({ importState }) => importState({}), http: ['PUT', '/state', {}] },
  {
    name: 'importing what dangles',
    code: ({ importState }) => importState({ users, offers: [{ id: 1, host_id: 9 }] }),
    http: ['PUT', '/state', { users, offers: [{ id: 1, host_id: 9 }] }],
  },
  {
    name: 'an unknown state',
    code: ({ providerState }) => providerState.setUp('the listing is flakey'),
    http: ['POST', '/pact/provider-states', { state: 'the listing is flakey' }],
  },
  {
    name: 'a state with a wrong parameter',
    code: ({ providerState }) => providerState.setUp('flaky-listing', { fails: 1 }),
    http: ['POST', '/pact/provider-states', { state: 'flaky-listing', params: { fails: 1 } }],
  },
  {
    name: 'verifying with an unknown key',
    code: ({ journal }) => journal.verify(wrong({ operatoin: 'x' })),
    http: ['POST', '/requests/verify', { match: { operatoin: 'x' } }],
  },
  {
    name: 'verifying no count',
    code: ({ journal }) => journal.verify({}, {}),
    http: ['POST', '/requests/verify', { match: {}, count: {} }],
  },
  {
    name: 'listing an operation that is none',
    code: ({ journal }) => journal.list({ operation: 'instances.lst' }),
    http: ['GET', '/requests?operation=instances.lst'],
  },
  {
    name: 'listing by a basis that is none',
    code: ({ journal }) => journal.list({ basis: wrong('guessed') }),
    http: ['GET', '/requests?basis=guessed'],
  },
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
  test.each(refused)('$name', async (steered) => {
    const sim = await used()
    const before = await seen(sim)
    const answer = await call(sim, ...steered.http)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await whyNot(sim, steered)).toEqual(answer)
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
