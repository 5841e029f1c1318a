import { expect, test } from 'vitest'
import { z } from 'zod'
import { supportOf } from '../../src/kernel/evidence.ts'
import { rules } from '../../src/marketplace/routes.ts'
import { simulate } from '../support/simulate.ts'

const shown = z.object({
  rules: z.array(
    z.looseObject({
      id: z.string(),
      basis: z.enum(['documented', 'assumed']),
      evidence: z.array(z.object({ says: z.string().min(3), source: z.string().min(1) })).optional(),
      support: z.object({ strength: z.string() }).optional(),
    }),
  ),
})

test.each(['documented', 'observed'] as const)(
  'every assumption of the dialect %s tells what speaks for it',
  async (dialect) => {
    const { simulator } = simulate(undefined, { dialect })
    const { rules: told } = shown.parse(await (await simulator.fetch('/_sim/rules')).json())
    const without = told.filter(({ basis, evidence = [] }) => (basis === 'assumed') !== evidence.length > 0)
    expect(without.map(({ id }) => id)).toEqual([])
    expect(told.filter(({ basis, support }) => (basis === 'assumed') !== (support !== undefined))).toEqual([])
  },
)

test('an assumed answer names the strength of its weakest assumption, an injected one none', async () => {
  const { simulator } = simulate(
    { cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }] },
    { rateLimit: { enabled: false } },
  )
  const list = async () => {
    const init = { headers: { authorization: 'Bearer renter-key' } }
    const { headers } = await simulator.fetch('/api/v0/users/cloud_integrations/', init)
    const named = headers.get('x-sim-rules')?.split(',') ?? []
    const assumed = rules.filter(({ id, basis }) => named.includes(id) && basis === 'assumed')
    const strengths = assumed.map(({ evidence }) => supportOf(evidence).strength)
    return { basis: headers.get('x-sim-basis'), told: headers.get('x-sim-evidence'), strengths }
  }
  expect(await list()).toEqual({ basis: 'assumed', told: 'published', strengths: ['seen-live', 'published'] })
  simulator.faults.add({ name: 'f', match: { operation: 'cloud-connections.list' }, effect: { malformed_json: true } })
  expect(await list()).toEqual({ basis: 'injected', told: null, strengths: [] })
})
