import { expect, test } from 'vitest'
import { simulate } from '../support/simulate.ts'

const body = (characters: number) => ({ name: 'a', image: 'i', desc: 'd'.repeat(characters) })
const LARGE = 400_000

test('while held requests take a quarter of the memory budget a further body is refused; one is taken when they are let go', async () => {
  const { as, control, simulator } = simulate({}, { memoryBudgetMib: 7, rateLimit: { enabled: false } })
  const create = () => as('renter-key').post('/api/v0/template/', body(LARGE))
  await control.post('/_sim/faults', {
    name: 'holds',
    match: { operation: 'templates.create' },
    effect: { hang: true },
  })
  const held = [create(), create()]
  await expect.poll(() => simulator.faults.list()[0]?.fired).toBe(2)
  expect(await create()).toEqual({
    status: 413,
    body: {
      success: false,
      error: 'invalid_args',
      msg: 'the simulator has no room for this body now: bodies in flight and stored data take all of its memory budget',
    },
  })
  await control.delete('/_sim/faults/holds')
  expect(await Promise.all(held)).toMatchObject([{ status: 200 }, { status: 200 }])
  await control.post('/_sim/reset')
  expect(await create()).toMatchObject({ status: 200 })
})
