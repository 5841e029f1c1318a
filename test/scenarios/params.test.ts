import { expect, test } from 'vitest'
import { simulate } from '../support/simulate.ts'

const LIST = '/api/v0/instances/'
const declared = {
  count: { type: 'number', default: 2 },
  text: { type: 'string', default: 'x' },
  flag: { type: 'boolean', default: true },
}

/** What the listing answers when a fault has this body. */
async function filled(body: unknown, params: object = {}, more: object = declared) {
  const { control, as } = simulate()
  const faults = [{ name: 'echo', effect: { status: 200, body } }]
  const scenario = { name: 'echo', description: 'd', params: more, faults }
  const put = await control.put('/_sim/scenario', { scenario, params })
  return put.status === 200 ? (await as('renter-key').get(LIST)).body : put.body
}

test('a text that is nothing but a parameter takes the value with its type', async () => {
  const body = { a: '${count}', b: ['${flag}', { c: '${text}' }] }
  expect(await filled(body)).toEqual({ a: 2, b: [true, { c: 'x' }] })
  expect(await filled(body, { count: 0.5, flag: false, text: '' })).toEqual({ a: 0.5, b: [false, { c: '' }] })
})

test('within a text a parameter is written out', async () => {
  expect(await filled({ a: '${count} of ${text}${text}, ${flag}!', b: ' ${count}' })).toEqual({
    a: '2 of xx, true!',
    b: ' 2',
  })
})

test('a value is taken as it is: what looks like a parameter or a replacement in it stays', async () => {
  const text = '${count} $& $1 $$'
  expect(await filled({ a: '${text}', b: 'so: ${text}' }, { text })).toEqual({ a: text, b: `so: ${text}` })
})

test('keys are not filled in, and a lone dollar or brace stays', async () => {
  expect(await filled({ '${count}': '$count {count} ${' })).toEqual({ '${count}': '$count {count} ${' })
})

test('a parameter that is used but not declared is refused, naming the nearest', async () => {
  expect(await filled({ a: '${cuont}' })).toEqual({
    error: 'invalid_args',
    msg: 'params: ${cuont} is used but no parameter of that name is declared; did you mean "count"?',
  })
  expect(await filled({ a: '${constructor}' })).toMatchObject({ error: 'invalid_args' })
})

test('a parameter named like something that every object inherits is unknown', async () => {
  expect(await filled({}, { constructor: 1 })).toEqual({
    error: 'invalid_args',
    msg: 'params: there is no parameter "constructor"',
  })
})

test('several things wrong with the parameters are all told', async () => {
  expect(await filled({}, { count: 'two', txt: 'y' }, { ...declared, need: { type: 'string' } })).toEqual({
    error: 'invalid_args',
    msg: [
      'params: the parameter count is a number, not "two"',
      'params: there is no parameter "txt"; did you mean "text"?',
      'params: the parameter need has no default and is not given',
    ].join('\n'),
  })
})

test('a default of another type than its parameter is refused', async () => {
  expect(await filled({ a: '${count}' }, {}, { count: { type: 'number', default: 'two' } })).toMatchObject({
    error: 'invalid_args',
    msg: expect.stringContaining('params') as string,
  })
})

test('a declaration that is wrong is told alone, not with what follows from it', async () => {
  expect(await filled({ a: 1 }, {}, { count: { typ: 'number' } })).toEqual({
    error: 'invalid_args',
    msg: expect.stringContaining('unknown key "typ"; did you mean "type"?') as string,
  })
  const { control } = simulate()
  const faults = [{ name: 'a', when: { times: '${count}' }, effect: { status: 500 } }]
  const scenario = { name: 'x', description: 'd', params: { count: { type: 'numbr', default: 1 } }, faults }
  const { body } = await control.put('/_sim/scenario', { scenario })
  expect((body as { msg: string }).msg).not.toContain('faults')
})
