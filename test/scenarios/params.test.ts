import { expect, test } from 'vitest'
import { bundleSchema } from '../../src/testing/journal/bundle.ts'
import { replay } from '../../src/node/client/replay.ts'
import { searchPath, simulate } from '../support/simulate.ts'

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

test('two dollars before a brace are one, and what follows is not a parameter', async () => {
  expect(
    await filled({ a: '$${count}', b: 'in $${HOME} ${count}, $${', c: ['$$${count}', '$$'], d: '${text}$${text}' }),
  ).toEqual({ a: '${count}', b: 'in ${HOME} 2, ${', c: ['$${count}', '$$'], d: 'x${text}' })
})

test('rows of a scenario keep the variables of a shell that two dollars write', async () => {
  const { control, as } = simulate()
  const template = { id: 9, creator_id: 1, name: 't', image: 'a/b', onstart: 'echo $${HOME}', env: '-e P=$${PATH}' }
  const fixture = { users: [{ id: 1, name: 'r', api_keys: [{ key: 'renter-key' }] }], templates: [template] }
  await control.put('/_sim/scenario', { scenario: { name: 'shell', description: 'd', fixture } })
  expect(await as('renter-key').get(searchPath({ id: { eq: 9 } }))).toMatchObject({
    status: 200,
    body: { templates: [{ onstart: 'echo ${HOME}', env: '-e P=${PATH}' }] },
  })
})

test('a story with a text like a parameter in its scenario is replayed', async () => {
  const { simulator, control, as } = simulate()
  const faults = [{ name: 'echo', effect: { status: 200, body: { a: 'in $${HOME}', b: '${text}' } } }]
  const scenario = { name: 'echo', description: 'd', params: declared, faults }
  await control.put('/_sim/scenario', { scenario, params: { text: '${count} $${' } })
  expect(await as('renter-key').get(LIST)).toEqual({ status: 200, body: { a: 'in ${HOME}', b: '${count} $${' } })
  const bundle = await simulator.fetch('/_sim/bundle')
  expect(await replay(bundleSchema.parse(await bundle.json()))).toEqual([])
})

test('a parameter that is used but not declared is refused, naming the nearest and how to write the text', async () => {
  expect(await filled({ a: '${cuont}' })).toEqual({
    error: 'invalid_args',
    msg: 'params: ${cuont} is used but no parameter of that name is declared (as a text it is written $${cuont}); did you mean "count"?',
  })
  expect(await filled({ a: '${constructor}' })).toMatchObject({ error: 'invalid_args' })
})

test('a parameter named like something that every object inherits is unknown', async () => {
  expect(await filled({}, { constructor: 1 })).toEqual({
    error: 'invalid_args',
    msg: 'params: there is no parameter "constructor"; the scenario has count, text, flag',
  })
})

test('several mistakes in the parameters are all reported', async () => {
  expect(await filled({}, { count: 'two', txt: 'y' }, { ...declared, need: { type: 'string' } })).toEqual({
    error: 'invalid_args',
    msg: [
      'params: the parameter count is a number, not "two"',
      'params: there is no parameter "txt"; did you mean "text"?',
      'params: the parameter need has no default and is not given',
    ].join('\n'),
  })
})

test('a wrong declaration is reported alone, without its consequences', async () => {
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

test('a parameter that is declared and not given is reported once, and not as undeclared', async () => {
  const needed = { need: { type: 'number' } }
  expect(await filled({ a: '${need}' }, {}, needed)).toEqual({
    error: 'invalid_args',
    msg: 'params: the parameter need has no default and is not given',
  })
  expect(await filled({ a: '${need}' }, { need: 7 }, needed)).toEqual({ a: 7 })
})
