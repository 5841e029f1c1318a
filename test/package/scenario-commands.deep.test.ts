import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DocumentStore } from '../../src/testing/fixtures/document-store.ts'
import { shippedFixtures, shippedScenarios } from '../../src/testing/fixtures/library.ts'
import { folderForFile } from '../support/folders.ts'
import { ask, endWhatTestsStart, run, serve } from '../support/run-cli.ts'

endWhatTestsStart()

const folder = folderForFile()

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const LIST = '/api/v0/instances/'
const good = `name: teapot
description: The listing is a teapot. Use it for nothing else.
params:
  status: { type: number, default: 418 }
faults:
  - name: teapot
    match: { operation: instances.list }
    effect: { status: '\${status}', body: { error: teapot } }
`
const bad = `name: teapot
description: The listing is a teapot.
faults:
  - name: teapot
    match:
      operation: instances.lst
    effect: { status: 418 }
`
const nameIsMeant = 'there is no operation "instances.lst"; did you mean "instances.list"?'
const lost = `name: lost
description: An instance that there is not goes away.
fixture: default
timeline:
  - after: 60
    remove: { instances: [31] }
  - after: 61
    remove: { instances: [31] }
`
const fine = { signal: null, stderr: '', code: 0 }

describe('--scenario', () => {
  test('takes a name', async () => {
    const { url } = await serve(['--scenario', 'flaky-listing'])
    expect(await ask(`${url}${LIST}`)).toEqual({
      status: 503,
      body: { success: false, error: 'unavailable', msg: 'try again' },
    })
    expect((await ask(`${url}/_sim/scenario`)).body).toMatchObject({ active: { name: 'flaky-listing' } })
    expect(await ask(`${url}/~other${LIST}`)).toMatchObject({ status: 503 })
  })

  test('takes a path', async () => {
    const path = file('teapot.yaml', good)
    const { url } = await serve(['--scenario', path])
    expect(await ask(`${url}${LIST}`)).toEqual({ status: 418, body: { error: 'teapot' } })
    expect((await ask(`${url}/_sim/scenario`)).body).toMatchObject({ active: { name: 'teapot' } })
    expect(await ask(`${url}/_sim/scenario`, 'PUT', { name: path, params: { status: 420 } })).toMatchObject({
      status: 200,
    })
    expect(await ask(`${url}${LIST}`)).toMatchObject({ status: 420 })
  })

  test('is taken from RENTAL_SIM_SCENARIO, and the command line wins', async () => {
    const env = { RENTAL_SIM_SCENARIO: 'flaky-listing' }
    const named = await serve([], env)
    expect(await ask(`${named.url}${LIST}`)).toMatchObject({ status: 503 })
    const other = await serve(['--scenario', file('teapot.yaml', good)], env)
    expect(await ask(`${other.url}${LIST}`)).toMatchObject({ status: 418 })
  })

  test('a scenario says which fixture, clock and limits it starts from', async () => {
    const { url } = await serve(['--scenario', 'expired-listing'])
    expect((await ask(`${url}/_sim/clock`)).body).toEqual({
      now: '2026-01-01T00:00:00.000Z',
      mode: 'frozen',
      due: [{ at: '2026-01-01T00:01:00.000Z', text: 'network volume offer 7001 expires' }],
    })
  })

  test('an unknown name ends it, and names the nearest', async () => {
    const { code, stdout, stderr } = await run(['--port', '0', '--scenario', 'flakey-listing'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^rental-sim: there is no scenario named "flakey-listing"; did you mean .*flaky-listing.*\?\n$/,
    )
  })

  const wrong = file('wrong.yaml', bad)
  const unparsed = file('unparsed.yaml', 'name: x\nfaults: [\n')
  const gone = file('lost.yaml', lost)
  const missing = join(folder, 'missing.yaml')

  test.each([
    { name: 'a wrong operation', path: wrong, message: `${wrong}:6: faults.0.match.operation: ${nameIsMeant}` },
    { name: 'a missing file', path: missing, message: `${missing}: there is no such file` },
    { name: 'a folder', path: `${folder}/`, message: `${folder}/: is not a file` },
    {
      name: 'a timeline that does not fit the rows',
      path: gone,
      message: `${gone}:8: timeline.1.remove.instances: there is no 31 in instances`,
    },
  ])('a file that cannot be used ends it: $name', async ({ path, message }) => {
    expect(await run(['--port', '0', '--scenario', path])).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: `rental-sim: ${message}\n`,
    })
  })

  test('a file that does not parse ends it with its line', async () => {
    const { code, stderr } = await run(['--port', '0', '--scenario', unparsed])
    expect(code).toBe(2)
    expect(stderr).toMatch(new RegExp(`^rental-sim: ${unparsed}:[23]: .+`))
  })

  test('a request cannot name a file that the command line did not name', async () => {
    const { url } = await serve()
    for (const name of [wrong, '../scenarios/flaky-listing.yaml', '/etc/hostname']) {
      expect(await ask(`${url}/_sim/scenario`, 'PUT', { name })).toEqual({
        status: 400,
        body: { error: 'invalid_args', msg: expect.stringMatching(/^there is no scenario named "/) as string },
      })
    }
  })
})

describe('validate', () => {
  const teapot = file('teapot.yaml', good)
  const people = file('people.json', '{ "users": [{ "id": 1, "name": "anna", "api_keys": [{ "key": "a" }] }] }')
  const kys = file('kys.yaml', 'users:\n  - id: 1\n    name: anna\n    api_kys: []\n')

  test.each([
    { files: [teapot], said: '1 file is fine\n' },
    { files: [teapot, people], said: '2 files are fine\n' },
  ])('$said', async ({ files, said }) => {
    expect(await run(['validate', ...files])).toEqual({ ...fine, stdout: said })
  })

  const missing = join(folder, 'missing.yaml')
  const noName = file('no-name.yaml', 'description: d\ntimeline: []\n')

  test('exits 2 for a file that it cannot read, and checks the others', async () => {
    const { code, stderr } = await run(['validate', kys, missing, teapot])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `${kys}:4: users.0.api_kys: unknown key "api_kys"; did you mean "api_keys"?\n${missing}: there is no such file\n`,
    })
  })

  test('a scenario that has lost its name is reported as a scenario', async () => {
    const { code, stderr } = await run(['validate', noName])
    expect(code).toBe(1)
    expect(stderr).toContain('name: is missing')
  })

  test('without a file it is a usage error', async () => {
    const { code, stderr } = await run(['validate'])
    expect(code).toBe(2)
    expect(stderr).toContain('run rental-sim init, or name files')
  })

  test('a library that holds nothing is not fine', async () => {
    const bare = join(folder, 'bare')
    for (const part of ['fixtures', 'scenarios']) mkdirSync(join(bare, part), { recursive: true })
    expect(await run(['validate', '--library', bare])).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: `error: ${bare} is empty\n`,
    })
  })
})

describe('scenarios', () => {
  const documents = new DocumentStore({ fixtures: shippedFixtures, scenarios: shippedScenarios })
  const names = readdirSync('scenarios').map((name) => name.replace(/\.yaml$/, ''))

  test('lists every one that is shipped with its parameters and when to use it', async () => {
    const { stdout, ...end } = await run(['scenarios'])
    expect(end).toEqual(fine)
    const lines = stdout.split('\n').filter((line) => !line.startsWith('#'))
    expect(stdout.match(/^#.*$/gm)).toEqual([
      '# Network and errors',
      '# Rate limits',
      '# Permissions',
      '# Refusals',
      '# Data that is gone or changes',
      '# Life of instances',
    ])
    const bringing = documents.scenarios().filter(({ brings }) => brings.length > 0)
    expect(lines).toHaveLength(names.length * 3 + bringing.length + 1)
    for (const name of names) {
      const { description, params, provider_states } = documents.scenario(name).document
      const at = lines.findIndex((line) => line.split(' ')[0] === name)
      expect({ name, description: lines[at + 1] }).toEqual({ name, description: `    ${description}` })
      const { brings } = bringing.find((each) => each.name === name) ?? { brings: [] }
      const about = lines.slice(at + 2, at + 3 + Number(brings.length > 0))
      expect(about).toEqual([
        ...(brings.length > 0 ? [`    brings its own ${brings.join(' and ')}`] : []),
        `    states: ${provider_states.join('; ')}`,
      ])
      for (const param of Object.keys(params)) expect(lines[at]).toContain(` ${param}=`)
    }
  })

  test('lists a file that is named besides', async () => {
    const path = file('teapot.yaml', good)
    const { stdout } = await run(['scenarios', path])
    expect(stdout).toContain('    The listing is a teapot. Use it for nothing else.\n')
    expect(stdout).toContain(' status=418\n')
    expect(stdout).toMatch(/^# Yours\n\S+ status=418\n/)
  })

  test('a file that cannot be read is reported, not left out', async () => {
    mkdirSync(join(folder, 'sub'), { recursive: true })
    const path = file('sub/not-one.yaml', 'users: []\n')
    const { code, stderr } = await run(['scenarios', path])
    expect(code).toBe(2)
    expect(stderr).toContain(path)
  })
})
