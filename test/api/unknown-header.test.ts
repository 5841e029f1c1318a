import { expect, test } from 'vitest'
import { simulate } from '../support/simulate.ts'

async function asked(headers: Record<string, string>) {
  const { as, control, last } = simulate()
  const { status } = await as('renter-key').get('/api/v0/instances/', { headers })
  const { hint } = last()
  return { status, hint, recorded: await control.get('/_sim/requests') }
}

test.each([
  ['X-Sim-Sandox', 'did you mean "X-Sim-Sandbox"?'],
  ['x-sim-sandboxes', 'did you mean "X-Sim-Sandbox"?'],
  ['X-Sim-Wrld', 'did you mean "X-Sim-World"?'],
])('the misspelt header %s is told to whoever went to the default sandbox', async (name, meant) => {
  const { status, hint, recorded } = await asked({ [name]: 'mine' })
  expect(status).toBe(200)
  expect(hint).toBe(`${name.toLowerCase()}: is not read; ${meant}`)
  expect(recorded.body).toMatchObject({ requests: [{ hint }] })
})

test('the hint of a header that resembles none is short, however long the header', async () => {
  const { hint } = await asked({ [`X-Sim-${'q'.repeat(4000)}`]: 'mine' })
  expect(hint).toBe(`x-sim-${'q'.repeat(58)}: is not read`)
})

test.each(['X-Sim-World', 'X-Sim-Exchange', 'X-Sim-Basis', 'X-Simulated', 'X-Other'])(
  'nothing is said of %s, which is known or none of ours',
  async (name) => {
    expect((await asked({ [name]: '1' })).hint).toBeNull()
  },
)

test('the hint names an unknown key beside it, too', async () => {
  const { as, last } = simulate()
  await as('nobody').get('/api/v0/instances/', { headers: { 'X-Sim-Sandox': 'mine' } })
  expect(last().hint).toMatch(
    /^x-sim-sandox: is not read; did you mean "X-Sim-Sandbox"\?; the keys here are renter-key /,
  )
})

test.each([
  ['GET', 'requests'],
  ['POST', 'reset'],
  ['DELETE', 'faults'],
])('the control call %s %s with a misspelt header is refused, and changes nothing', async (method, path) => {
  const { control, simulator } = simulate()
  simulator.faults.add({ name: 'slow', effect: { latency_ms: 1 } })
  const answer = await control.send(method, `/_sim/${path}`, undefined, { headers: { 'X-Sim-Sandox': 'mine' } })
  expect(answer).toEqual({
    status: 400,
    body: { error: 'invalid_args', msg: 'x-sim-sandox: is not read; did you mean "X-Sim-Sandbox"?' },
  })
  expect(simulator.faults.list()).toHaveLength(1)
})

test('a control call may send back what a response carried', async () => {
  const { control } = simulate()
  const { status } = await control.get('/_sim/requests', { headers: { 'X-Sim-World': '1', 'X-Sim-Exchange': '1' } })
  expect(status).toBe(200)
})
