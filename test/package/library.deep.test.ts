import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForFile } from '../support/folders.ts'
import { withoutAddress } from '../support/exec-end.ts'
import { nextReport } from '../support/next-report.ts'
import { ask, endWhatTestsStart, run, serve } from '../support/run-cli.ts'
import { serve as serveProcess } from '../support/spawn-cli.ts'

endWhatTestsStart()

const root = folderForFile()

const LIST = '/api/v0/instances/'
let made = 0

/** A new folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  made += 1
  const folder = join(root, `library-${made}`)
  for (const [file, text] of Object.entries(files)) write(join(folder, file), text)
  mkdirSync(folder, { recursive: true })
  return folder
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const people = (offer: number): string =>
  `users: [{ id: 1001, name: me, api_keys: [{ key: renter-key }] }]\noffers: [{ id: ${offer}, host_id: 1001 }]\n`
const failing = (name: string, status: number, more = ''): string =>
  `name: ${name}\ndescription: The listing fails with ${status}.\n${more}faults:\n  - { name: down, match: { operation: instances.list }, effect: { status: ${status} } }\n`

const offersIn = async (url: string): Promise<readonly number[]> =>
  ((await ask(`${url}/_sim/state`)).body as { offers: { id: number }[] }).offers.map(({ id }) => id)

async function statusOf(url: string, key = 'renter-key'): Promise<number> {
  const response = await fetch(url + LIST, { headers: { Authorization: `Bearer ${key}` } })
  await response.text()
  return response.status
}

const put = (url: string, name: string) => ask(`${url}/_sim/scenario`, 'PUT', { name })

describe('--library', () => {
  test('gives names to its files, and they win over the shipped ones', async () => {
    const library = folderWith({
      'fixtures/default.yaml': people(1),
      'fixtures/mine.json': JSON.stringify({ users: [], offers: [] }),
      'fixtures/notes.txt': 'no fixture',
      'scenarios/flaky-listing.yml': failing('flaky-listing', 418),
      'scenarios/tea.yaml': failing('tea', 419, 'provider_states: [there is tea]\nfixture: mine\n'),
    })
    const { url } = await serve(['--library', library, '--no-rate-limit'])
    expect(await offersIn(url)).toEqual([1])
    expect(await put(url, 'flaky-listing')).toMatchObject({ status: 200 })
    expect(await statusOf(url)).toBe(418)
    expect(await put(url, 'slow-boot')).toMatchObject({ status: 200 })
    expect(await ask(`${url}/_sim/reset`, 'POST', { fixture: 'mine' })).toMatchObject({ status: 200 })
    expect(await offersIn(url)).toEqual([])
    expect(await ask(`${url}/_sim/reset`, 'POST', { fixture: 'empty' })).toMatchObject({ status: 200 })
    expect(await ask(`${url}/_sim/reset`, 'POST', { fixture: 'notes' })).toMatchObject({ status: 400 })
    expect(await ask(`${url}/_sim/pact/provider-states`, 'POST', { state: 'there is tea' })).toEqual({
      status: 200,
      body: { clock: { now: expect.any(String) as unknown, mode: 'real' } },
    })
  })

  test('is listed by the control API, and by scenarios --library', async () => {
    const library = folderWith({
      'scenarios/tea.yaml': failing('tea', 418),
      'scenarios/slow-boot.yaml': failing('slow-boot', 419),
      'scenarios/broken.yaml': 'name: [\n',
    })
    const { url } = await serve(['--library', library])
    const { scenarios } = (await ask(`${url}/_sim/scenarios`)).body as {
      scenarios: { name: string; description: string }[]
    }
    const described = (name: string) =>
      scenarios.filter((each) => each.name === name).map(({ description }) => description)
    expect([described('tea'), described('slow-boot'), described('broken'), described('offer-gone').length]).toEqual([
      ['The listing fails with 418.'],
      ['The listing fails with 419.'],
      [],
      1,
    ])
    const { stdout } = await run(['scenarios', '--library', library])
    const named = stdout.match(/^[a-z0-9-]+(?=$| )/gm) ?? []
    expect(new Set(named)).toEqual(new Set(scenarios.map(({ name }) => name)))
    expect(named).toHaveLength(scenarios.length)
  })

  test('names its mistakes by file and line, and the nearest of all its names', async () => {
    const library = folderWith({
      'scenarios/tea.yaml': failing('tea', 418, 'fixtur: mine\n'),
      'fixtures/mine.yaml': people(1),
    })
    const { url } = await serve(['--library', library])
    expect(await put(url, 'tea')).toEqual({
      status: 400,
      body: {
        error: 'invalid_args',
        msg: `${join(library, 'scenarios', 'tea.yaml')}:3: fixtur: unknown key "fixtur"; did you mean "fixture"?`,
      },
    })
    const { stderr } = await run(['--port', '0', '--library', library, '--fixture', 'mime'])
    expect(stderr).toBe('rental-sim: there is no fixture named "mime"; did you mean mine?\n')
  })

  test('may have fixtures or scenarios alone; a folder with neither is refused', async () => {
    for (const file of ['fixtures/a.yaml', 'scenarios/a.yaml']) {
      const { url } = await serve([
        '--library',
        folderWith({ [file]: file.startsWith('f') ? people(1) : failing('a', 418) }),
      ])
      expect(await ask(`${url}/_sim/health`)).toMatchObject({ status: 200 })
    }
    const refused = [folderWith({ 'mine.yaml': people(1) }), join(root, 'missing')]
    for (const library of refused)
      for (const command of [['serve', '--port', '0'], ['exec'], ['scenarios']])
        expect(await run([...command, '--library', library, ...(command[0] === 'exec' ? ['--', 'true'] : [])])).toEqual(
          {
            code: 2,
            signal: null,
            stdout: '',
            stderr: `rental-sim: ${library}: is not a library: it has neither a folder fixtures nor a folder scenarios\n`,
          },
        )
  })

  test('serves exec, and is taken from RENTAL_SIM_LIBRARY', async () => {
    const library = folderWith({
      'scenarios/tea.yaml': failing('tea', 418, 'fixture: mine\n'),
      'fixtures/mine.yaml': people(1),
    })
    const script = `const { RENTAL_SIM_URL: url, RENTAL_SIM_API_KEY: key } = process.env
      const { status } = await fetch(url + '${LIST}', { headers: { Authorization: 'Bearer ' + key } })
      console.log(status, key)`
    const args = ['exec', '--scenario', 'tea', '--', process.execPath, '--input-type=module', '-e', script]
    const end = withoutAddress(await run(args, { RENTAL_SIM_LIBRARY: library }))
    expect(end).toEqual({ code: 0, signal: null, stdout: '418 renter-key\n', stderr: '' })
  })

  test('validate finds the fixtures of the library that is named', async () => {
    const library = folderWith({
      'scenarios/tea.yaml': failing('tea', 418, 'fixture: mine\n'),
      'fixtures/mine.yaml': people(1),
    })
    const alone = folderWith({ 'tea.yaml': failing('tea', 418, 'fixture: mine\n') })
    expect(await run(['validate', '--library', library])).toMatchObject({ code: 0, stdout: '2 files are fine\n' })
    expect(await run(['validate', join(alone, 'tea.yaml')])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/tea\.yaml:3: fixture: there is no fixture named "mine"/) as unknown,
    })
    expect(await run(['validate', '--library', library, join(alone, 'tea.yaml')])).toMatchObject({ code: 0 })
  })
})

describe('--library with --watch', () => {
  test('reads changed, new and removed files of the library again', async () => {
    const library = folderWith({ 'scenarios/tea.yaml': failing('tea', 418), 'fixtures/default.yaml': people(1) })
    const server = await serveProcess(['--library', library, '--watch', '--no-rate-limit'])
    const { url } = server
    const READ = 'files changed: read again; a reset starts from them\n'
    const names = async () =>
      ((await ask(`${url}/_sim/scenarios`)).body as { scenarios: { name: string }[] }).scenarios.map(({ name }) => name)
    expect([await offersIn(url), (await names()).includes('coffee')]).toEqual([[1], false])

    let report = nextReport(server)
    write(join(library, 'fixtures', 'default.yaml'), people(2))
    expect(await report).toBe(READ)
    expect([await offersIn(url), await offersIn(`${url}/~new`)]).toEqual([[1], [2]])

    report = nextReport(server)
    write(join(library, 'scenarios', 'coffee.yaml'), failing('coffee', 420))
    expect(await report).toBe(READ)
    expect((await names()).includes('coffee')).toBe(true)
    expect([(await put(url, 'coffee')).status, await statusOf(url)]).toEqual([200, 420])

    report = nextReport(server)
    rmSync(join(library, 'scenarios', 'tea.yaml'))
    expect(await report).toBe(READ)
    expect([(await names()).includes('tea'), (await put(url, 'tea')).status, await statusOf(url)]).toEqual([
      false,
      400,
      420,
    ])

    report = nextReport(server)
    write(join(library, 'fixtures', 'default.yaml'), 'users: 5\n')
    expect(await report).toMatch(/^files changed, but cannot be used; the old ones stay:\n.*default\.yaml:1: users: /)
    expect(await offersIn(`${url}/~newer`)).toEqual([2])
  })
})
