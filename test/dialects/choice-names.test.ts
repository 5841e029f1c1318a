import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { readConfig } from '../../src/node/files/read-config.ts'
import { folderForTest } from '../support/folders.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { simulate } from '../support/simulate.ts'

endWhatTestsStart()

/** Choices with names that YAML and the command line read as a number, or as null. */
const choices = {
  'instances.show.gone': 404,
  'instances.create.offer-unknown': 404,
  'authentication.scope-missing': 401,
  'instances.list.unset': null,
  'instances.list.ports-not-running': null,
} as const
const names = Object.entries(choices).map(([id, name]) => [id, String(name)] as const)
const yaml = `rules:\n${names.map(([id, name]) => `  ${id}: ${name}\n`).join('')}`

const inForce = (simulator: Simulator) =>
  Object.fromEntries(simulator.rules().map(({ id, in_force }) => [id, in_force] as const))
const chosen = Object.fromEntries(names)

const ways: Readonly<Record<string, () => Simulator>> = {
  options: () => createSimulator({ rules: choices }),
  'a fixture': () => createSimulator({ fixture: { rules: choices } }),
  'a scenario': () => createSimulator({ scenario: { rules: choices } }),
  'a reset': () => {
    const simulator = createSimulator()
    simulator.reset({ rules: choices })
    return simulator
  },
  'the name beside evidence': () =>
    createSimulator({ rules: Object.fromEntries(Object.entries(choices).map(([id, choice]) => [id, { choice }])) }),
}

test.each(Object.entries(ways))('a name that is a number or null is a name: %s', (_way, make) => {
  expect(inForce(make())).toMatchObject(chosen)
})

test.each(['/_sim/reset', '/_sim/start'])('a name that is a number or null is a name: %s', async (path) => {
  const { control } = simulate()
  const { status } = await control.send(path === '/_sim/start' ? 'PUT' : 'POST', path, { rules: choices })
  expect(status).toBe(200)
  if (path === '/_sim/start') await control.post('/_sim/reset')
  const { body } = await control.get('/_sim/rules')
  const { rules } = body as { readonly rules: readonly { readonly id: string; readonly in_force: unknown }[] }
  expect(Object.fromEntries(rules.map(({ id, in_force }) => [id, in_force]))).toMatchObject(chosen)
})

const shows = `(async () => {
const { rules } = await (await fetch(process.env.RENTAL_SIM_URL + '/_sim/rules')).json()
const inForce = Object.fromEntries(rules.map(({ id, in_force }) => [id, in_force]))
for (const [id, name] of Object.entries(${JSON.stringify(chosen)})) require('node:assert').strictEqual(inForce[id], name)
})()`
const command = ['--', process.execPath, '-e', shows]
const asArguments = (quote: string) => names.flatMap(([id, name]) => ['--rule', `${id}=${quote}${name}${quote}`])

test.each(['', '"', "'"])('the command line takes such a name: within %j', async (quote) => {
  expect(await run(['exec', ...asArguments(quote), ...command])).toMatchObject({ code: 0 })
})

test('the variable takes such a name', async () => {
  const RENTAL_SIM_RULE = names.map(([id, name], nth) => `${id}=${nth === 0 ? JSON.stringify(name) : name}`).join(',')
  expect(await run(['exec', ...command], { RENTAL_SIM_RULE })).toMatchObject({ code: 0 })
})

test('files take such a name without quotes: a scenario, a fixture, a config', async () => {
  const folder = folderForTest()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const scenario = file('mine.yaml', `name: mine\ndescription: Names that are numbers.\n${yaml}`)
  expect(await run(['exec', '--scenario', scenario, ...command])).toMatchObject({ code: 0 })
  const fixture = file('rows.yaml', yaml)
  expect(await run(['exec', '--fixture', fixture, ...command])).toMatchObject({ code: 0 })
  const { options } = readConfig({ files: [file('rental-sim.config.yaml', yaml)] })
  expect(inForce(createSimulator(options))).toMatchObject(chosen)
})

test('a number that names nothing is a status of a refusal, or a value, and null is nothing else', () => {
  const rules = { 'instances.create.offer-unknown': 410, 'instances.list.rate-limit': 7.5 }
  expect(inForce(createSimulator({ rules }))).toMatchObject({
    'instances.create.offer-unknown': { status: 410 },
    'instances.list.rate-limit': { value: 7.5 },
  })
  for (const [id, choice, message] of [
    ['instances.show.gone', 500, 'instances.show.gone has no value; it takes null, 404'],
    ['templates.env-object', null, 'templates.env-object has no alternative "null"'],
    ['templates.env-object', true, 'templates.env-object'],
  ] as const)
    expect(() => createSimulator({ rules: { [id]: choice } as never })).toThrow(message)
})
