import { expect, test } from 'vitest'
import { simulate } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'
const ABOVE = 5_000_000_000

/** The id of a template that is created. */
async function createdId(world: ReturnType<typeof simulate>): Promise<unknown> {
  const { body } = await world.as('renter-key').post(TEMPLATES, { name: 'x', image: 'library/python' })
  return (body as { template: { id: number } }).template.id
}

test('ids_above gives large ids to new rows, from then on, and every answer has them', async () => {
  const world = simulate({}, { rateLimit: { enabled: false } })
  const before = await createdId(world)
  const fault = {
    name: 'f',
    match: { operation: 'templates.create' },
    when: { times: 1 },
    effect: { ids_above: ABOVE },
  }
  await world.control.post('/_sim/faults', fault)
  expect([before, await createdId(world)]).toEqual([expect.any(Number), ABOVE + 1])
  expect(world.last()).toMatchObject({ basis: 'injected' })
  expect(await createdId(world)).toBe(ABOVE + 2)
  const { body } = await world.as('renter-key').get(TEMPLATES)
  expect((body as { templates: { id: number }[] }).templates.map(({ id }) => id)).toEqual(
    expect.arrayContaining([before, ABOVE + 1, ABOVE + 2]),
  )
})

test('ids_above lowers no id', async () => {
  const world = simulate({}, { rateLimit: { enabled: false } })
  const before = Number(await createdId(world))
  await world.control.post('/_sim/faults', { name: 'f', effect: { ids_above: 0 } })
  expect(await createdId(world)).toBe(before + 1)
})
