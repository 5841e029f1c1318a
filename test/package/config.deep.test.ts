import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { folderForFile } from '../support/folders.ts'
import { type Environment, startProcess } from '../support/process.ts'
import { freePort } from '../support/spawn-cli.ts'

// A config lies in the working folder, which a process has of its own.
const root = folderForFile()

const cli = resolve('dist/cli.cjs')
const library = pathToFileURL(resolve('dist/lib/index.js')).href

function project(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(root, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

const start = (cwd: string, args: readonly string[], env: Environment = {}) =>
  startProcess(process.execPath, args, { cwd, env: { PATH: process.env['PATH'], ...env } })
const run = (cwd: string, args: readonly string[], env?: Environment) => start(cwd, [cli, ...args], env).ended

const own = {
  'rental-sim/fixtures/mine.yaml': 'users: [{ id: 1001, name: me, api_keys: [{ key: renter-key }] }]\n',
  'rental-sim/scenarios/teapot.yaml':
    'name: teapot\ndescription: d\nfaults: [{ name: t, match: { operation: instances.list }, effect: { status: 418 } }]\n',
}
const config = `# what all simulators of this project start from
fixture: mine
scenario: teapot
seed: of-the-config
clock: '2030-01-01T00:00:00Z'
dialect: observed
serve: { port: 0, log: silent }
`
const whole = project('whole', { ...own, 'rental-sim.config.yaml': config })
const files = 'rental-sim.config.yaml, rental-sim/'

/** What a simulator in code and the one that exec started hold and know. */
const script = `
import { createSimulator } from '${library}'
const list = { headers: { Authorization: 'Bearer renter-key' } }
async function facts(ask) {
  const state = await (await ask('/_sim/state')).json()
  const { mode, now } = await (await ask('/_sim/clock')).json()
  const { scenarios } = await (await ask('/_sim/scenarios')).json()
  const { status } = await ask('/api/v0/instances/', list)
  return { state, mode, now: mode === 'frozen' ? now : null, scenarios, status }
}
const inCode = (options) => facts(createSimulator(options).fetch)
const served = await facts((path, init) => fetch(process.env.RENTAL_SIM_URL + path, init))
console.log(JSON.stringify({
  served,
  inCode: await inCode(),
  chosen: await inCode({ seed: 'of-the-code', scenario: undefined }),
  off: await inCode({ config: false }),
}))`

interface Facts {
  readonly state: { readonly seed: string; readonly users: readonly { readonly name: string }[] }
  readonly mode: string
  readonly scenarios: readonly { readonly name: string }[]
  readonly status: number
}

const exec = async (args: readonly string[], env?: Environment) => {
  const { stdout, stderr } = await run(
    whole,
    ['exec', ...args, '--', process.execPath, '--input-type=module', '-e', script],
    env,
  )
  if (stdout === '') throw new Error(stderr)
  return { ...(JSON.parse(stdout) as Record<'served' | 'inCode' | 'chosen' | 'off', Facts>), stderr }
}

const asConfigured = {
  state: { seed: 'of-the-config', users: [{ name: 'me' }] },
  mode: 'frozen',
  now: '2030-01-01T00:00:00.000Z',
  status: 418,
}
const asShipped = { state: { seed: 'rental-sim' }, mode: 'real', status: 200 }

describe('a config and a library in the working folder', () => {
  test('hold for exec and for createSimulator alike, below what code chooses', async () => {
    const { served, inCode, chosen, off, stderr } = await exec([])
    expect(served).toMatchObject(asConfigured)
    expect(inCode).toEqual(served)
    expect(served.scenarios.map(({ name }) => name)).toEqual(expect.arrayContaining(['teapot', 'slow-boot']))
    expect(chosen).toMatchObject({ ...asConfigured, state: { seed: 'of-the-code' } })
    expect(off).toMatchObject(asShipped)
    expect(stderr).toMatch(/^rental-sim: http:\/\/127\.0\.0\.1:\d+, dashboard \S+\/_sim\/ui, config (.+)\n$/)
    expect(stderr).toContain(`, config ${files}\n`)
  })

  test('are left alone by --no-config, also in what exec runs', async () => {
    const { served, inCode, stderr } = await exec(['--no-config'])
    expect(served).toMatchObject(asShipped)
    expect(inCode).toMatchObject(asShipped)
    expect(served.scenarios.map(({ name }) => name)).not.toContain('teapot')
    expect(stderr).not.toContain('config')
  })

  test('hold for serve below variables and the command line, and for the commands that read documents', async () => {
    const server = start(whole, [cli, '--clock', 'frozen', '--log', 'pretty'], { RENTAL_SIM_FIXTURE: 'empty' })
    const [validated, listed, banner] = await Promise.all([
      run(whole, ['validate']),
      run(whole, ['scenarios']),
      server.until(/curl .+\n/),
    ])
    server.child.kill()
    expect(validated).toMatchObject({ code: 0, stdout: `${files}: 2 files are fine\n` })
    expect(listed.stdout).toMatch(/^teapot\n/m)
    expect(banner).toContain('Scenario teapot · clock frozen at 2026-01-01T00:00:00.000Z · fixture empty\n')
    expect(banner).toContain(`  Config     ${files}\n`)
    expect(banner).not.toContain(':4010')
    await server.ended
  })
})

describe('an unusable config is reported with its place, and nothing starts', () => {
  test.each<{ name: string; files: Record<string, string>; told: readonly RegExp[] }>([
    {
      name: 'keys and values',
      files: { 'rental-sim.config.yaml': '# ours\nclok: frozen\nseed: 5\nrules: { nothing: x }\nclock: soon\n' },
      told: [
        /^rental-sim: rental-sim\.config\.yaml:3: seed: expected string, received number\n/,
        /^rental-sim\.config\.yaml:2: clok: unknown key "clok"; did you mean "clock"\?$/m,
        /^rental-sim\.config\.yaml:4: rules\.nothing: /m,
        /^rental-sim\.config\.yaml:5: clock: /m,
      ],
    },
    {
      name: 'options of serve',
      files: { 'rental-sim.config.json': '{\n  "serve": { "prt": 4011 }\n}' },
      told: [/^rental-sim: rental-sim\.config\.json:2: serve\.prt: unknown key "prt"; did you mean "port"\?\n$/],
    },
    {
      name: 'an option of serve beside serve',
      files: { 'rental-sim.config.yaml': 'port: 4011\n' },
      told: [/^rental-sim: rental-sim\.config\.yaml:1: port: unknown key "port"; did you mean "serve\.port"\?\n$/],
    },
    {
      name: 'two files',
      files: { 'rental-sim.config.yaml': '', 'rental-sim.config.json': '{}' },
      told: [/: both rental-sim\.config\.yaml and rental-sim\.config\.json exist; keep one\n$/],
    },
    {
      name: 'a module that is none',
      files: { 'rental-sim.config.ts': 'export const clock: string = "frozen"' },
      told: [
        /^rental-sim: rental-sim\.config\.ts: (Node \S+ reads no TypeScript: use 22\.18 or newer, or write|exports nothing by default)/,
      ],
    },
  ])('$name', async ({ name, files: given, told }) => {
    const { code, stdout, stderr } = await run(project(name, given), ['--port', '0'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    for (const each of told) expect(stderr).toMatch(each)
  })

  test('what serve would refuse, also by validate and doctor', async () => {
    const folder = project('serve', {
      'rental-sim.config.yaml': 'serve: { prt: 4011, watch: maybe }\n',
      'fine.yaml': 'users: []\n',
    })
    const told =
      'rental-sim.config.yaml:1: serve.prt: unknown key "prt"; did you mean "port"?\nrental-sim.config.yaml:1: serve.watch: It is true or false.\n'
    expect(await run(folder, ['serve'])).toMatchObject({ code: 2, stderr: `rental-sim: ${told}` })
    expect(await run(folder, ['validate'])).toMatchObject({ code: 1, stdout: '', stderr: told })
    expect(await run(folder, ['validate', '--no-config', 'fine.yaml'])).toMatchObject({ code: 0 })
    expect(await run(folder, ['doctor'])).toMatchObject({ code: 1, stdout: expect.stringContaining('serve.prt: ') })
  })

  test('by validate with the mistakes in files, which are checked with the rest of the config', async () => {
    const folder = project('both', {
      'rental-sim.config.yaml': 'clok: frozen\nfixture: [default, over]\n',
      'rental-sim/fixtures/over.yaml': 'instances: [{ id: 77, user_id: 1001, offer_id: 12345678 }]\n',
      'rental-sim/fixtures/broken.yaml': 'users: [{ id: 1, nam: x, name: x }]\n',
    })
    const { code, stderr } = await run(folder, ['validate'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'rental-sim.config.yaml:1: clok: unknown key "clok"; did you mean "clock"?\nrental-sim/fixtures/broken.yaml:1: users.0.nam: unknown key "nam"; did you mean "name"?\n',
    })
  })

  test('a fixture that nothing has', async () => {
    const { code, stderr } = await run(project('names', { ...own, 'rental-sim.config.yaml': 'fixture: mien\n' }), [
      'validate',
    ])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${files}: there is no fixture named "mien"; did you mean mine?\n`,
    })
  })
})

describe('serve.port of the config', () => {
  test('is where the commands ask that talk to a server, below a variable and the command line', async () => {
    const [port, other] = [await freePort(), await freePort()]
    const folder = project('port', { 'rental-sim.config.yaml': `serve: { port: ${port} }\n` })
    const server = start(folder, [cli])
    await server.until(/curl .+\n/)
    expect(await run(folder, ['health'])).toMatchObject({ code: 0, stderr: '' })
    expect(await run(folder, ['report'])).toMatchObject({ code: 0, stdout: expect.stringContaining('No findings') })
    expect(await run(folder, ['bundle', 'story.json'])).toMatchObject({ code: 0 })
    for (const [args, env] of [
      [[], { RENTAL_SIM_PORT: String(other) }],
      [[], { RENTAL_SIM_URL: `http://127.0.0.1:${other}` }],
      [['--url', `http://127.0.0.1:${other}`], {}],
    ] as const)
      expect(await run(folder, ['health', ...args], env)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`no simulator answers at http://127.0.0.1:${other}/`),
      })
    server.child.kill()
    await server.ended
  })

  test('any free port is no place to ask', async () => {
    const folder = project('port-any', { 'rental-sim.config.yaml': 'serve: { port: 0 }\n' })
    expect((await run(folder, ['health'])).stderr).not.toContain('127.0.0.1:0')
  })

  test('is not asked of a config that cannot be used, unless that is left alone', async () => {
    const folder = project('port-wrong', { 'rental-sim.config.yaml': 'serv: { port: 4011 }\n' })
    expect(await run(folder, ['health'])).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean') })
    const { code, stderr } = await run(folder, ['health'], { RENTAL_SIM_NO_CONFIG: '1' })
    expect([code === 2, stderr.includes('4011')]).toEqual([false, false])
  })
})

test.each([
  { what: 'below node_modules', folder: project('node_modules/theirs', { 'rental-sim.config.yaml': config }) },
  { what: 'in a folder of this name that is not a library', folder: project('cloned', { 'rental-sim/README.md': '' }) },
])('nothing is found $what', async ({ folder }) => {
  expect(await run(folder, ['validate'])).toMatchObject({
    code: 2,
    stderr: 'error: there is no folder rental-sim and no config here: run rental-sim init, or name files\n',
  })
})

test('a config and a scenario under names that are not read are reported', async () => {
  const folder = project('unread', {
    'rental-sim.config.yml': config,
    'rental-sim/scenario/s.yaml': 'name: s\ndescription: d\n',
  })
  const [served, silent, validated] = await Promise.all([
    run(folder, ['exec', '--', 'true']),
    run(folder, ['exec', '--no-config', '--', 'true']),
    run(folder, ['validate']),
  ])
  const unread = 'rental-sim: rental-sim.config.yml is not read: call it rental-sim.config.yaml, .json or .ts\n'
  expect(served.stderr).toMatch(new RegExp(`^${unread}rental-sim: http`))
  expect(silent.stderr).toMatch(/^rental-sim: http/)
  expect(validated).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${unread}rental-sim/scenario: is not read: call it scenarios\n`,
  })
})
