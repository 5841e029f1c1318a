import { expect, test } from 'vitest'
import { simulate, type Simulated } from '../support/simulate.ts'

const create = (world: Simulated, rest: object) =>
  world.as('renter-key').post('/api/v0/template/', { name: 'x', image: 'y', ...rest })

test('however much is wrong, findings are bounded, and a flood of one kind does not hide another', async () => {
  const world = simulate(undefined, { journalSize: 1 })
  for (let sent = 0; sent < 600; sent++) {
    await world.as(`key-${sent}`).get(`/api/v0/nowhere-${sent}/`)
    await create(world, { [`field_${sent}`]: 1 })
  }
  await create(world, { env: {} })
  const { findings } = (await world.control.get('/_sim/findings')).body as {
    readonly findings: readonly { readonly kind: string }[]
  }
  expect(findings.length).toBeGreaterThan(50)
  expect(findings.length).toBeLessThanOrEqual(1000)
  expect(findings.map(({ kind }) => kind)).toContain('env-as-object')
})
