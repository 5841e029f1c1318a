import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'

const TEMPLATE = '/api/v0/template/'
const template = (kib: number) => ({ name: 'x'.repeat(kib * 1024), image: 'i' })

proves(
  ['service.sandbox-full', 'request.too-large'],
  'rows that clients write are bounded, deleting is not, and a reset makes room',
  async (context) => {
    const { as, control, last } = context.simulate({}, { memoryBudgetMib: 16 })
    const renter = as('renter-key')
    const full = {
      status: 413,
      body: {
        success: false,
        error: 'sandbox_full',
        msg: 'the simulator has no room for more rows in this sandbox',
      },
    }
    let created = 0
    for (; created < 10; created += 1) if ((await renter.post(TEMPLATE, template(900))).status !== 200) break
    expect(created).toBe(4)
    expect(await renter.post(TEMPLATE, template(900))).toEqual(full)
    expect(last()).toMatchObject({ basis: 'assumed', hint: expect.stringContaining('--memory-budget') })
    expect(last().rules).toContain('service.sandbox-full')
    expect(await renter.post(TEMPLATE, template(1))).toMatchObject({ status: 200 })
    expect(last().rules).not.toContain('service.sandbox-full')
    expect(await renter.get(TEMPLATE)).toMatchObject({ body: { templates_found: 5 } })
    expect(await renter.delete(TEMPLATE, { template_id: 1 })).toMatchObject({ status: 200 })
    expect(await renter.post(TEMPLATE, template(900))).toMatchObject({ status: 200 })
    expect(await renter.post(`/~other${TEMPLATE}`, template(900))).toMatchObject({ status: 200 })
    await control.post('/_sim/reset')
    expect(await renter.post(TEMPLATE, template(900))).toMatchObject({ status: 200 })
    expect(await renter.post(TEMPLATE, template(1025))).toMatchObject({ body: { error: 'invalid_args' } })
  },
)

absent('service.sandbox-full', 'rows that fit are kept in as many sandboxes as there are', async (context) => {
  const { as } = context.simulate({}, { memoryBudgetMib: 16 })
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    for (let created = 0; created < 3; created += 1)
      expect(await as('renter-key').post(`/~${name}${TEMPLATE}`, template(900))).toMatchObject({ status: 200 })
})
