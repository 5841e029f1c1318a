import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSimulator, DocumentError, SteeringError } from '../../src/index.ts'
import { folderForFile } from '../support/folders.ts'
import { ask, endWhatTestsStart, run, serve } from '../support/run-cli.ts'
import { run as runProcess, serve as serveProcess } from '../support/spawn-cli.ts'
import { READ, watching } from '../support/watching.ts'

endWhatTestsStart()

const root = folderForFile()

const people = (key: string) => `users:\n  - { id: 1001, name: me, api_keys: [{ key: ${key} }] }\n`
const document = (key: string) => ({ users: [{ id: 1001, name: 'me', api_keys: [{ key }] }] })
const failing = 'name: failing\ndescription: d\nfaults:\n  - { name: down, effect: { status: 503 } }\n'

/** What a listing by a key is answered with. */
const statusFor = async (key: string, url: string) =>
  (await fetch(`${url}/api/v0/template/`, { headers: { Authorization: `Bearer ${key}` } })).status

const base64 = (text: string): string => Buffer.from(text).toString('base64')

test('the memory budget is at most 40 % of what may be kept in the heap', async () => {
  const env = {
    NODE_OPTIONS: '--max-old-space-size=100',
    RENTAL_SIM_FIXTURE: '{"generate": {"templates": 20000}}',
    RENTAL_SIM_MEMORY_BUDGET: '100000',
  }
  expect((await runProcess(['--port', '0'], env)).stderr).toBe(
    'rental-sim: what it starts with would take about 67 MiB, and the memory budget of 40 MiB (--memory-budget) has no room for that\n',
  )
})

describe('RENTAL_SIM_FIXTURE takes a whole document', () => {
  test.each([
    ['JSON', serve, JSON.stringify(document('mine'))],
    ['YAML', serve, people('mine')],
    ['JSON in base64', serve, base64(JSON.stringify(document('mine')))],
    ['YAML in base64, as base64 breaks its lines', serveProcess, base64(people('mine')).replaceAll(/(.{20})/g, '$1\n')],
  ])('as %s', async (_, begin, text) => {
    const { url } = await begin([], { RENTAL_SIM_FIXTURE: text })
    expect([await statusFor('mine', url), await statusFor('renter-key', url)]).toEqual([200, 401])
    expect(await statusFor('mine', `${url}/~other`)).toBe(200)
    expect(await ask(`${url}/_sim/reset`, 'POST')).toMatchObject({ status: 200 })
    expect(await statusFor('mine', url)).toBe(200)
  })

  test('which is reported with its line when it is wrong', async () => {
    expect(await run(['--port', '0'], { RENTAL_SIM_FIXTURE: `${people('mine')}offers: [{ idd: 1 }]\n` })).toMatchObject(
      {
        code: 2,
        stderr: expect.stringContaining('RENTAL_SIM_FIXTURE:3: offers.0.') as unknown,
      },
    )
    expect(await run(['--port', '0'], { RENTAL_SIM_FIXTURE: '{"users": [' })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^rental-sim: RENTAL_SIM_FIXTURE:1: /) as unknown,
    })
  })

  test('and a path that is too long for one, or for a name, is refused in a line', async () => {
    const long = '# a comment: '.repeat(11_000)
    expect((await run(['--port', '0'], { RENTAL_SIM_FIXTURE: long })).stderr).toMatch(
      /^rental-sim: RENTAL_SIM_FIXTURE: has 143000 characters and is not JSON.*at most 131072 characters are read\n$/,
    )
    expect(await run(['--port', '0'], { RENTAL_SIM_FIXTURE: 'x'.repeat(5000) })).toMatchObject({
      code: 2,
      stderr: `rental-sim: RENTAL_SIM_FIXTURE: is neither a name, a path nor a document (JSON, YAML, or base64 of either): ${'x'.repeat(40)}…\n`,
    })
  })

  test('while names, several of them and paths are what they were', async () => {
    const path = join(root, 'by-path.yaml')
    writeFileSync(path, people('by-path'))
    const named = await serve([], { RENTAL_SIM_FIXTURE: 'default' })
    const byPath = await serve([], { RENTAL_SIM_FIXTURE: path })
    expect([await statusFor('renter-key', named.url), await statusFor('by-path', byPath.url)]).toEqual([200, 200])
    expect(await run(['--port', '0'], { RENTAL_SIM_FIXTURE: 'default,nothing' })).toMatchObject({
      stderr: expect.stringContaining('there is no fixture named "nothing"') as unknown,
    })
  })
})

test.each([failing, base64(failing)])('RENTAL_SIM_SCENARIO takes a whole document', async (text) => {
  const { url } = await serve(['--no-rate-limit'], { RENTAL_SIM_SCENARIO: text })
  expect([await statusFor('renter-key', url), await statusFor('renter-key', `${url}/~other`)]).toEqual([503, 503])
})

describe('PUT /_sim/start', () => {
  test('replaces what new sandboxes and resets start from; those that exist keep their world', async () => {
    const { url } = await serve(['--no-rate-limit'])
    expect(await statusFor('renter-key', `${url}/~old`)).toBe(200)
    expect(await ask(`${url}/_sim/start`, 'PUT', { fixture: document('mine'), clock: 'frozen' })).toEqual({
      status: 200,
      body: {
        fixture: null,
        scenario: null,
        seed: 'rental-sim',
        clock: { mode: 'frozen', at: '2026-01-01T00:00:00.000Z' },
        dialect: 'documented',
        kept: 2,
        msg: 'new sandboxes and resets start from this; the 2 sandboxes that exist keep their world until a reset',
      },
    })
    const listed = async (key: string) => [
      await statusFor(key, url),
      await statusFor(key, `${url}/~old`),
      await statusFor(key, `${url}/~new-${key}`),
    ]
    expect([await listed('mine'), await listed('renter-key')]).toEqual([
      [401, 401, 200],
      [200, 200, 401],
    ])
    expect(await ask(`${url}/_sim/reset`, 'POST')).toMatchObject({ status: 200 })
    expect(await statusFor('mine', url)).toBe(200)
    expect(
      await ask(`${url}/_sim/start`, 'PUT', { scenario: { faults: [{ name: 'f', effect: { status: 503 } }] } }),
    ).toMatchObject({ status: 200, body: { scenario: 'inline' } })
    expect([await statusFor('mine', url), await statusFor('mine', `${url}/~newer`)]).toEqual([200, 503])
    expect(await ask(`${url}/_sim/start`, 'PUT', { scenario: null })).toMatchObject({ body: { scenario: null } })
    expect(await statusFor('mine', `${url}/~newest`)).toBe(200)
  })

  test('that cannot be used changes nothing', async () => {
    const { url } = await serve()
    const refused = [
      { fixture: 'nothing' },
      { fixture: document('mine'), scenario: 'nothing' },
      { fixture: { users: 5 } },
      { seeed: 'x' },
      { clock: 'noon' },
    ]
    for (const to of refused) expect(await ask(`${url}/_sim/start`, 'PUT', to)).toMatchObject({ status: 400 })
    const generated = { ...document('mine'), generate: { offers: { count: 5000 } } }
    expect((await ask(`${url}/_sim/start`, 'PUT', { fixture: generated })).status).toBeGreaterThanOrEqual(400)
    expect(await ask(`${url}/_sim/start`, 'PUT', {})).toMatchObject({ body: { fixture: 'default', scenario: null } })
    expect(await statusFor('renter-key', `${url}/~new`)).toBe(200)
  })

  test('wants the token where there is one', async () => {
    const { url } = await serve(['--control-token', 'secret'])
    for (const [method, path] of [
      ['PUT', 'start'],
      ['POST', 'reload'],
    ])
      expect(await ask(`${url}/_sim/${path}`, method, {})).toMatchObject({ status: 401 })
    expect(await ask(`${url}/_sim/start`, 'PUT', { seed: 'x' }, 'secret')).toMatchObject({ body: { seed: 'x' } })
  })

  test('is startFrom in code', async () => {
    const sim = createSimulator({ clock: 'frozen' })
    expect(sim.startFrom({ fixture: 'empty', clock: new Date(0) })).toMatchObject({
      fixture: 'empty',
      clock: { mode: 'frozen', at: '1970-01-01T00:00:00.000Z' },
      kept: 1,
    })
    expect(sim.exportState()).not.toMatchObject({ templates: [] })
    expect(sim.sandbox('new').exportState()).toMatchObject({ templates: [] })
    expect(() => sim.startFrom({ fixture: 'nothing' })).toThrow(DocumentError)
    expect(() => sim.startFrom({ seed: 'x'.repeat(1000) })).toThrow(SteeringError)
    expect(sim.reload()).toMatchObject({ fixture: 'empty' })
  })
})

/** As the kubelet mounts a ConfigMap: files are links into a folder that is replaced as a whole. */
function configMap(name: string) {
  const folder = join(root, name)
  mkdirSync(join(folder, 'fixtures'), { recursive: true })
  const mount = join(folder, 'fixtures')
  let version = 0
  const put = (text: string): void => {
    version += 1
    mkdirSync(join(mount, `..${version}`))
    writeFileSync(join(mount, `..${version}`, 'mine.yaml'), text)
    symlinkSync(`..${version}`, join(mount, '..data_tmp'))
    renameSync(join(mount, '..data_tmp'), join(mount, '..data'))
    if (version > 1) rmSync(join(mount, `..${version - 1}`), { recursive: true })
  }
  put(people('first'))
  symlinkSync(join('..data', 'mine.yaml'), join(mount, 'mine.yaml'))
  return { folder, file: join(mount, 'mine.yaml'), put }
}

describe('a ConfigMap that is swapped', () => {
  test.each([
    ['a file', ({ file }: ReturnType<typeof configMap>) => ['--fixture', file]],
    ['a library', ({ folder }: ReturnType<typeof configMap>) => ['--library', folder, '--fixture', 'mine']],
  ])('is seen by --watch of %s', async (what, args) => {
    const mounted = configMap(`watched ${what}`)
    const server = await watching(args(mounted))
    expect(await statusFor('first', server.url)).toBe(200)
    expect(server.told(() => mounted.put(people('second')))).toBe(READ)
    expect(await statusFor('second', `${server.url}/~new`)).toBe(200)
  })

  test.each([
    ['a file', serve, ({ file }: ReturnType<typeof configMap>) => ['--fixture', file]],
    [
      'a library',
      serveProcess,
      ({ folder }: ReturnType<typeof configMap>) => ['--library', folder, '--fixture', 'mine'],
    ],
  ])('is read by POST /_sim/reload without --watch, from %s', async (what, begin, args) => {
    const mounted = configMap(`reloaded ${what}`)
    const { url } = await begin(args(mounted))
    mounted.put(people('second'))
    expect(await statusFor('first', `${url}/~before`)).toBe(200)
    expect(await ask(`${url}/_sim/reload`, 'POST')).toMatchObject({ status: 200, body: { kept: 2 } })
    expect(await statusFor('second', `${url}/~after`)).toBe(200)
    expect([await statusFor('first', url), await statusFor('second', url)]).toEqual([200, 401])
    mounted.put('users: 5\n')
    expect(await ask(`${url}/_sim/reload`, 'POST')).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('mine.yaml:1: users: ') as unknown },
    })
    expect(await statusFor('second', `${url}/~later`)).toBe(200)
  })
})

test('a reload where nothing was loaded yet reads a fixture of the package and a new library', async () => {
  const folder = join(root, 'lazy')
  mkdirSync(join(folder, 'fixtures'), { recursive: true })
  const { url } = await serveProcess(['--library', folder])
  writeFileSync(join(folder, 'fixtures', 'default.yaml'), people('mine'))
  expect(await ask(`${url}/_sim/reload`, 'POST')).toMatchObject({ status: 200, body: { fixture: 'default' } })
  expect(await statusFor('mine', `${url}/~new`)).toBe(200)
})
