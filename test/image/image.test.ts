import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  BARE_IMAGE,
  endWhatContainersStart,
  given,
  IMAGE,
  imageConfig,
  imageSize,
  libraryOf,
  runOnce,
  startContainer,
} from '../support/container.ts'

const MEGABYTE = 1_000_000
const LIST = '/api/v0/instances/'

endWhatContainersStart()

const find = (args: string) => runOnce(['-c', `cd / && find ${args} | sort`], { options: ['--entrypoint', 'sh'] })

const library = () =>
  libraryOf({
    'fixtures/mine.yaml': `
users: [{ id: 1, name: anna, api_keys: [{ key: anna-key }] }]
offers: [{ id: 600, gpu_name: RTX 4090 }]
instances: [{ id: 77, user_id: 1, offer_id: 600, label: mounted }]
`,
    'scenarios/mine.yaml': `
name: mine
description: The first listing fails.
fixture: mine
rate_limit: { enabled: false }
faults:
  - name: down
    match: { operation: instances.list }
    when: { times: 1 }
    effect: { status: 503, body: { error: down } }
`,
  })

describe('the image', () => {
  test.each([IMAGE, BARE_IMAGE])('%s says how it is run, and what it was made of', async (image) => {
    expect(await imageConfig(image)).toMatchObject({
      User: '1000:1000',
      Entrypoint: ['rental-sim'],
      ExposedPorts: { '4010/tcp': {} },
      WorkingDir: '/library',
      Healthcheck: { Test: ['CMD', 'rental-sim', 'health'] },
      Labels: {
        'org.opencontainers.image.title': 'rental-sim',
        'org.opencontainers.image.version': '1.2.3',
        'org.opencontainers.image.revision': 'f00',
        'org.opencontainers.image.base.name': given('BASE'),
      },
    })
  })

  test('names its base by a digest where no other is asked for', () => {
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^ARG NODE_IMAGE=[\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/m)
  })

  test('adds little to its base, and is half as large without a shell', async () => {
    const { whole, added, bare } = await imageSize()
    const [shown, shownAdded, shownBare] = [whole, added, bare].map((bytes) => (bytes / MEGABYTE).toFixed(1))
    console.info(`image: ${shown} MB, ${shownAdded} MB of them added; without a shell ${shownBare} MB`)
    expect(added).toBeGreaterThan(MEGABYTE / 2)
    expect(added).toBeLessThan(4 * MEGABYTE)
    expect(bare).toBeLessThan(whole / 2)
  })

  test('has node, the command and no other program when it is made without a shell', async () => {
    const folders = ['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin']
    const look = `${JSON.stringify(folders)}.filter(fs.existsSync).flatMap((folder) => fs.readdirSync(folder)).join()`
    const options = { image: BARE_IMAGE, options: ['--entrypoint', 'node'] }
    expect(await runOnce(['--print', look], options)).toEqual({ code: 0, stdout: 'node,rental-sim\n', stderr: '' })
  })

  test('adds the bundle and an empty library, and no packages', async () => {
    const { stdout } = await find('opt/rental-sim library')
    const files = stdout.trimEnd().split('\n')
    const bundled = files.filter((file) => file.startsWith('opt/rental-sim/dist/cli/'))
    expect(bundled).toContain('opt/rental-sim/dist/cli/simulator.cjs')
    expect(bundled.filter((file) => !file.endsWith('.cjs'))).toEqual([])
    expect(files.filter((file) => !bundled.includes(file))).toEqual([
      'library',
      'library/fixtures',
      'library/scenarios',
      'opt/rental-sim',
      'opt/rental-sim/LICENSE',
      'opt/rental-sim/dist',
      'opt/rental-sim/dist/cli',
      'opt/rental-sim/dist/cli-licenses.txt',
      'opt/rental-sim/dist/cli.cjs',
      'opt/rental-sim/package.json',
    ])
    const { stdout: packages } = await find('-xdev -name node_modules -prune')
    expect(packages).toBe('')
    const { stdout: installers } = await find(
      'usr/local/bin opt -name "npm*" -o -name "npx*" -o -name "yarn*" -o -name corepack',
    )
    expect(installers).toBe('')
  })

  test('bundles what the command needs, and nothing that tests need', async () => {
    const dist = '/opt/rental-sim/dist'
    const { stdout: notices } = await runOnce([`${dist}/cli-licenses.txt`], { options: ['--entrypoint', 'cat'] })
    const packages = [...notices.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) \d+\.\d+\.\d+$/gm)].map(([, name]) => name)
    expect(packages).toEqual(expect.arrayContaining(['@faker-js/faker', 'commander', 'hono', 'zod']))
    for (const name of ['vitest', 'msw', '@pact-foundation/pact', 'playwright-core', 'typescript'])
      expect(packages).not.toContain(name)
    // A month and a name of other locales.
    const grep = (word: string) => runOnce(['-rlF', word, `${dist}/cli`], { options: ['--entrypoint', 'grep'] })
    expect(await grep('simulator')).toMatchObject({ code: 0 })
    for (const word of ['Dezember', 'Müller', 'janvier', 'Наташа']) expect(await grep(word)).toMatchObject({ code: 1 })
  })
})

describe('a container', () => {
  test.each([IMAGE, BARE_IMAGE])('of %s answers what comes from outside, and says what it rests on', async (image) => {
    const container = await startContainer([], { image })
    await container.untilHealthy()
    const { status, headers, body } = await container.ask(LIST)
    expect({ status, body }).toMatchObject({ status: 200, body: { instances_found: 1 } })
    expect(headers).toMatchObject({ 'x-sim-basis': 'assumed', 'x-sim-exchange': '1' })
    expect(headers['x-sim-rules']).toMatch(/\w/)
    expect((await container.stop()).code).toBe(0)
  })

  test('has no privileges and can write nothing', async () => {
    const container = await startContainer()
    await container.untilHealthy()
    const { stdout } = await container.exec('cat', '/proc/1/status')
    const status = Object.fromEntries(stdout.split('\n').map((line) => line.split(':\t')))
    expect(status).toMatchObject({
      Uid: '1000\t1000\t1000\t1000',
      Gid: '1000\t1000\t1000\t1000',
      CapEff: '0000000000000000',
      CapBnd: '0000000000000000',
      NoNewPrivs: '1',
    })
    for (const folder of ['/', '/tmp', '/library', '/opt/rental-sim'])
      expect(await container.exec('touch', `${folder}/written`)).toMatchObject({ code: 1 })
  })

  test('runs as the user that the orchestrator names', async () => {
    const container = await startContainer([], { options: ['--user', '4242:0'] })
    await container.untilHealthy()
    expect(await container.exec('id', '-u')).toMatchObject({ stdout: '4242\n' })
  })

  test('is unhealthy where nothing listens, and follows RENTAL_SIM_PORT', async () => {
    const elsewhere = await startContainer(['--port', '4011'])
    const told = await startContainer([], { options: ['--env', 'RENTAL_SIM_PORT=4011'] })
    await told.untilHealthy()
    expect(await told.ask(LIST, { port: 4011 })).toMatchObject({ status: 200 })
    while (!(await elsewhere.logs()).includes('listening'));
    expect(await elsewhere.checkHealth()).toMatchObject({ code: 1 })
  })

  test('writes a line of JSON for each exchange', async () => {
    const container = await startContainer()
    await container.untilHealthy()
    await container.ask(LIST)
    const lines = (await container.logs()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { event: 'listening', url: 'http://127.0.0.1:4010' },
      { event: 'exchange', method: 'GET', path: LIST, status: 200 },
    ])
  })

  test('uses the fixture and the scenario that are mounted', async () => {
    const container = await startContainer(['--scenario', 'mine'], { library: library() })
    await container.untilHealthy()
    const ask = () => container.ask(LIST, { key: 'anna-key' })
    expect(await ask()).toMatchObject({ status: 503, headers: { 'x-sim-basis': 'injected' }, body: { error: 'down' } })
    expect(await ask()).toMatchObject({ status: 200, body: { instances: [{ id: 77, label: 'mounted' }] } })
  })

  test('takes the name of a shipped scenario, by option and by environment', async () => {
    for (const [args, options] of [
      [['--scenario', 'flaky-listing'], []],
      [[], ['--env', 'RENTAL_SIM_SCENARIO=flaky-listing']],
    ] as const) {
      const container = await startContainer(args, { options })
      await container.untilHealthy()
      expect(await container.ask(LIST)).toMatchObject({ status: 503, body: { error: 'unavailable' } })
    }
  })

  test('ends by itself on SIGTERM while a fault holds a request', async () => {
    const container = await startContainer()
    await container.untilHealthy()
    const hang = { name: 'hang', match: { operation: 'instances.list' }, effect: { hang: true } }
    expect(await container.ask('/_sim/faults', { method: 'POST', body: hang })).toMatchObject({ status: 200 })
    const held = container.ask(LIST).then(
      () => 'answered',
      (error: unknown) => String(error),
    )
    const matched = async () => {
      const { body } = await container.ask('/_sim/faults')
      return (body as { faults: { matched: number }[] }).faults[0]?.matched
    }
    while ((await matched()) !== 1);
    expect((await container.stop()).code).toBe(0)
    expect(await held).toMatch(/fetch failed|terminated|other side closed/)
  })
})

describe('a command', () => {
  test('ends on SIGTERM where it is the first process and listens to no signal', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const asked = once(server, 'connection')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const container = await startContainer(['report', '--url', url], { network: 'host' })
      await asked
      expect((await container.stop()).code).toBe(143)
    } finally {
      server.close()
    }
  })

  test('validates the library that is mounted, as a whole and by file', async () => {
    const mounted = { library: library() }
    expect(await runOnce(['validate'], mounted)).toEqual({ code: 0, stdout: '2 files are fine\n', stderr: '' })
    for (const file of ['/library/scenarios/mine.yaml', 'scenarios/mine.yaml'])
      expect(await runOnce(['validate', file], mounted)).toEqual({ code: 0, stdout: '1 file is fine\n', stderr: '' })
  })

  test('names the mistakes in a file', async () => {
    const bad = libraryOf({ 'scenarios/bad.yaml': 'name: bad\ndescription: d\nfixture: mien\n' })
    expect(await runOnce(['validate'], { library: bad })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^scenarios\/bad\.yaml:3: fixture: there is no fixture named "mien"/),
    })
  })

  test.each([
    { args: ['--scenari', 'mine'], stderr: /unknown option '--scenari'/ },
    { args: ['--scenario', 'no-such'], stderr: /no-such/ },
    { args: ['serv'], stderr: /did you mean "serve"/ },
    { args: ['validate'], stderr: /\/library is empty/ },
  ])('$args ends with exit code 2 and says why', async ({ args, stderr }) => {
    expect(await runOnce(args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(stderr) as unknown })
  })
})
