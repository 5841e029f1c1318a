import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { splitShellWords } from '../../src/kernel/split-shell-words.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { ask, endWhatTestsStart, run, serve, start } from '../support/run-cli.ts'

endWhatTestsStart()

/** What the curl line of the banner asks for, once a shell has read it. */
async function tryLine(banner: string): Promise<Response> {
  const line = banner.split('\n').find((each) => each.trim().startsWith('curl '))
  const words = splitShellWords(line ?? '')
  const [name = '', value = ''] = (words[words.indexOf('-H') + 1] ?? '').split(': ')
  return fetch(words.find((word) => word.startsWith('http://')) ?? 'no URL in the banner', {
    headers: { [name]: value },
  })
}

describe('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const people = 'users: [{ id: 1, name: anna, api_keys: [{ key: anna-key }] }]\n'

  test('--fixture takes a path', async () => {
    const { url } = await serve(['--fixture', file('anna.yaml', people)])
    expect(await ask(`${url}/api/v0/users/cloud_integrations/`, 'GET', undefined, 'anna-key')).toEqual({
      status: 200,
      body: [],
    })
    expect(await ask(`${url}/api/v0/instances/`)).toMatchObject({ status: 401 })
  })

  test('--fixture takes several, by name and by path', async () => {
    const clouds = '{ "cloud_connections": [{ "id": 1, "user_id": 1001, "cloud_type": "s3", "name": "models" }] }'
    const names = ['empty', file('clouds.json', clouds), file('anna.yaml', people)]
    const { url } = await serve(['--fixture', names.join(',')])
    expect(await ask(`${url}/api/v0/users/cloud_integrations/`)).toEqual({
      status: 200,
      body: [{ id: 1, cloud_type: 's3', name: 'models' }],
    })
    expect(await ask(`${url}/api/v0/instances/`, 'GET', undefined, 'anna-key')).toMatchObject({ status: 200 })
  })

  test('a request cannot name a file that the command line did not name', async () => {
    const named = file('anna.yaml', people)
    const other = file('other.yaml', people)
    const { url } = await serve(['--fixture', named])
    const before = await ask(`${url}/_sim/state`)
    for (const fixture of [other, [other], '../fixtures/default.yaml', '/etc/hostname']) {
      const { status, body } = await ask(`${url}/_sim/reset`, 'POST', { fixture })
      expect({ fixture, status, body }).toEqual({
        fixture,
        status: 400,
        body: {
          error: 'invalid_args',
          msg: expect.stringMatching(/^there is no fixture named "/) as unknown,
        },
      })
    }
    expect(await ask(`${url}/_sim/state`)).toEqual(before)
    expect(await ask(`${url}/_sim/reset`, 'POST', { fixture: named })).toMatchObject({ status: 200 })
  })

  const bad = file('bad.yaml', 'users:\n  - id: 1\n    name: anna\n    api_kys: []\n')
  const broken = file('broken.json', '{ "users": [ }')
  const missing = join(folder, 'missing.yaml')

  test.each([
    { path: bad, message: `${bad}:4: users.0.api_kys: unknown key "api_kys"; did you mean "api_keys"?` },
    { path: missing, message: `${missing}: there is no such file` },
  ])('a fixture file that cannot be used ends it: $message', async ({ path, message }) => {
    expect(await run(['--port', '0', '--fixture', path])).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: `rental-sim: ${message}\n`,
    })
  })

  test('a file that does not parse is named with its line', async () => {
    const { code, stdout, stderr } = await run(['--port', '0', '--fixture', broken])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.split('\n')[0]).toMatch(new RegExp(`^rental-sim: ${broken}:1: .+`))
  })

  test('a folder is not a fixture', async () => {
    const { code, stdout, stderr } = await run(['--port', '0', '--fixture', `${folder}/`])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(folder)
  })

  test('the banner shows the URL, the keys and a curl line that works', async () => {
    const banner = await start(['--port', '0']).until(/curl .+\n/)
    expect(banner).toMatch(/ http:\/\/127\.0\.0\.1:\d+\n/)
    for (const key of ['renter-key', 'no-user-read-key', 'host-key', 'host-readonly-key'])
      expect(banner).toMatch(new RegExp(`^ +${key} `, 'm'))
    const response = await tryLine(banner)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ instances_found: 1 })
  })

  test('the banner shows the pages, the choices in force, and whether control calls need a token', async () => {
    const usual = await start(['--port', '0']).until(/curl .+\n/)
    expect(usual).toMatch(/^ {2}Dashboard {2}http:\/\/127\.0\.0\.1:\d+\/_sim\/ui\n {2}Reference {2}\S+\/docs$/m)
    expect(usual).toContain('Scenario none · clock real · fixture default\n')
    expect(usual).not.toContain('may steer')
    const frozen = ['--scenario', 'slow-boot', '--clock', 'frozen', '--fixture', 'empty']
    const open = await start(['--port', '0', '--host', '0.0.0.0', ...frozen]).until(/curl .+\n/)
    expect(open).toContain('Scenario slow-boot · clock frozen at 2026-01-01T00:00:00.000Z · fixture empty\n')
    expect(open).toContain('Everybody who reaches this machine may steer it: --control-token asks for a token.\n')
    const asked = await start(['--port', '0', '--host', '0.0.0.0', '--control-token', 'secret']).until(/curl .+\n/)
    expect(asked).not.toContain('may steer')
    expect(asked).not.toContain('secret')
    const keyless = file('keyless.yaml', 'users: [{ id: 1, name: a }]')
    expect(await start(['--port', '0', '--fixture', keyless]).until(/curl .+\n/)).toContain(
      'none: no user of the fixture',
    )
  })

  test.each([
    {
      name: 'a first key that may not list instances',
      text: 'users: [{ id: 1, name: a, api_keys: [{ key: a, permissions: [misc] }, { key: b }] }]',
    },
    { name: 'a key with a quote', text: `users: [{ id: 1, name: a, api_keys: [{ key: "it's" }] }]` },
  ])('the curl line works with $name', async ({ name, text }) => {
    const path = file(`${name.replaceAll(' ', '-')}.yaml`, text)
    const banner = await start(['--port', '0', '--fixture', path]).until(/curl .+\n/)
    expect((await tryLine(banner)).status).toBe(200)
  })
})
