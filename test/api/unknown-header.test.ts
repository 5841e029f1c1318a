import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const LISTING = 'http://rental-sim/api/v0/instances/'

async function asked(headers: Readonly<Record<string, string>>) {
  const sim = createSimulator({ fixture: 'default', rateLimit: { enabled: false } })
  const response = await sim.fetch(
    new Request(LISTING, { headers: { Authorization: 'Bearer renter-key', ...headers } }),
  )
  const recorded = await sim.fetch(new Request('http://rental-sim/_sim/requests'))
  return {
    status: response.status,
    hint: response.headers.get('x-sim-hint'),
    recorded: (await recorded.json()) as { readonly requests: readonly { readonly hint: string | null }[] },
  }
}

test.each([
  ['X-Sim-Sandox', 'did you mean "X-Sim-Sandbox"?'],
  ['x-sim-sandboxes', 'did you mean "X-Sim-Sandbox"?'],
  ['X-Sim-Wrld', 'did you mean "X-Sim-World"?'],
])('the misspelt header %s is told to whoever went to the default sandbox', async (name, meant) => {
  const { status, hint, recorded } = await asked({ [name]: 'mine' })
  expect(status).toBe(200)
  expect(hint).toBe(`${name.toLowerCase()}: is not read; ${meant}`)
  expect(recorded.requests.map((request) => request.hint)).toEqual([hint])
})

test('a header that resembles none, however long, is told in short', async () => {
  const { hint } = await asked({ [`X-Sim-${'q'.repeat(4000)}`]: 'mine' })
  expect(hint).toBe(`x-sim-${'q'.repeat(58)}: is not read`)
})

test.each(['X-Sim-World', 'X-Sim-Exchange', 'X-Sim-Basis', 'X-Simulated', 'X-Other'])(
  'nothing is said of %s, which is known or none of ours',
  async (name) => {
    expect((await asked({ [name]: '1' })).hint).toBeNull()
  },
)
