import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForFile } from '../support/folders.ts'
import { nextReport } from '../support/next-report.ts'
import { ask, endWhatTestsStart } from '../support/run-cli.ts'
import { serve as serveProcess } from '../support/spawn-cli.ts'
import { READ, REFUSED, replaceFile, save, watching } from '../support/watching.ts'

endWhatTestsStart()

const folder = folderForFile()

const LIST = '/api/v0/instances/'

const write = (name: string, text: string): string => {
  const path = join(folder, name)
  save(path, text)
  return path
}

const people = (...offers: readonly number[]): string =>
  [
    'users:',
    '  - { id: 1001, name: renter, api_keys: [{ key: renter-key }] }',
    '  - { id: 1002, name: host }',
    'offers:',
    ...offers.map((id) => `  - { id: ${id}, host_id: 1002 }`),
    '',
  ].join('\n')

const failing = (status: number, more = ''): string => `name: failing
description: The listing fails.
faults:
  - { name: down, match: { operation: instances.list }, effect: { status: ${status} }${more} }
`

/** Without a moment at which it is empty: a machine that has much to do may let it last. */
const overwrite = (path: string, text: string): void =>
  writeFileSync(path, text.padEnd(statSync(path).size, '\n'), { flag: 'r+' })

async function offersIn(url: string): Promise<readonly number[]> {
  const { body } = await ask(`${url}/_sim/state`)
  return (body as { offers?: { id: number }[] }).offers?.map(({ id }) => id) ?? []
}

const rent = (url: string, id: number) => ask(`${url}/api/v0/asks/${id}/`, 'PUT', { image: 'library/ubuntu' })
const count = async (url: string) => ((await ask(`${url}${LIST}`)).body as { instances_found: number }).instances_found

describe('a fixture', () => {
  test.each([
    { name: 'written in place', save: overwrite },
    { name: 'replaced by rename', save: replaceFile },
  ])(
    'that is $name: what runs keeps its state, a reset and a new sandbox have the new rows',
    async ({ name, save }) => {
      const path = write(`${name.replaceAll(' ', '-')}.yaml`, people(600))
      const server = await serveProcess(['--watch', '--no-rate-limit', '--fixture', path])
      const { url } = server
      expect(await rent(url, 600)).toMatchObject({ status: 200 })
      const told = nextReport(server)
      save(path, people(600, 601))
      expect(await told).toBe(READ)

      expect({ offers: await offersIn(url), instances: await count(url) }).toEqual({ offers: [600], instances: 1 })
      expect(await offersIn(`${url}/~new`)).toEqual([600, 601])
      expect(await ask(`${url}/_sim/reset`, 'POST')).toMatchObject({ status: 200 })
      expect({ offers: await offersIn(url), instances: await count(url) }).toEqual({ offers: [600, 601], instances: 0 })

      const again = nextReport(server)
      save(path, people(602))
      expect(await again).toBe(READ)
      expect(await ask(`${url}/_sim/reset`, 'POST')).toMatchObject({ status: 200 })
      expect(await offersIn(url)).toEqual([602])
      expect(await ask(`${url}/_sim/reset`, 'POST', { fixture: path })).toMatchObject({ status: 200 })
      expect(await offersIn(url)).toEqual([602])
    },
  )

  test('that cannot be used is reported with its line and changes nothing, and once mended it is read', async () => {
    const path = write('broken.yaml', people(600))
    const server = await watching(['--fixture', path])
    const { url } = server
    expect(await rent(url, 600)).toMatchObject({ status: 200 })

    expect(server.told(() => save(path, people(600).replace('host_id: 1002 }', 'host_id: 1002, gpu_nam: x }')))).toBe(
      `${REFUSED}${path}:5: offers.0.gpu_nam: unknown key "gpu_nam"; did you mean "gpu_name"?\n`,
    )
    expect(await count(url)).toBe(1)
    expect(await offersIn(`${url}/~new`)).toEqual([600])
    await ask(`${url}/_sim/reset`, 'POST')
    expect({ offers: await offersIn(url), instances: await count(url) }).toEqual({ offers: [600], instances: 0 })

    expect(server.told(() => save(path, people(600, 605)))).toBe(READ)
    await ask(`${url}/_sim/reset`, 'POST')
    expect(await offersIn(url)).toEqual([600, 605])
  })

  test('that is removed is reported and changes nothing, and once it is back it is read', async () => {
    const path = write('removed.yaml', people(600))
    const server = await watching(['--fixture', path])
    expect(server.told(() => rmSync(path))).toBe(`${REFUSED}${path}: there is no such file\n`)
    expect(await ask(`${server.url}/_sim/reset`, 'POST')).toMatchObject({ status: 200 })
    expect(await offersIn(server.url)).toEqual([600])
    expect(server.told(() => write('removed.yaml', people(606)))).toBe(READ)
    expect(await offersIn(`${server.url}/~new`)).toEqual([606])
  })

  // Reading its own memory from the beginning fails for everybody, as a file without permissions does for all but root.
  const UNREADABLE = '/proc/self/mem'

  test.each([
    { what: 'a folder', put: (path: string) => mkdirSync(path), why: 'is not a file' },
    ...[UNREADABLE].filter(existsSync).map((target) => ({
      what: 'what cannot be read',
      put: (path: string) => symlinkSync(target, path),
      why: 'cannot be read: EIO: i/o error, read',
    })),
  ])('that $what takes the place of is told and changes nothing', async ({ what, put, why }) => {
    const path = write(`${what.replaceAll(' ', '-')}.yaml`, people(600))
    const server = await watching(['--fixture', path])
    const told = server.told(() => {
      rmSync(path)
      put(path)
    })
    expect(told).toBe(`${REFUSED}${path}: ${why}\n`)
    expect(await offersIn(`${server.url}/~new`)).toEqual([600])
    const mended = server.told(() => {
      rmSync(path, { recursive: true })
      write(`${what.replaceAll(' ', '-')}.yaml`, people(607))
    })
    expect(mended).toBe(READ)
    expect(await offersIn(`${server.url}/~newer`)).toEqual([607])
  })

  test('of which a request asks by its path while it cannot be used: the old one answers', async () => {
    const path = write('asked.yaml', people(600))
    const server = await watching(['--fixture', path])
    expect(server.told(() => save(path, 'users: 5\n'))).toContain(REFUSED)
    expect(await ask(`${server.url}/_sim/reset`, 'POST', { fixture: path })).toMatchObject({ status: 200 })
    expect(await offersIn(server.url)).toEqual([600])
  })

  test('another file of the folder changes nothing and is not reported', async () => {
    const path = write('mine.yaml', people(600))
    const server = await watching(['--fixture', path])
    expect(server.told(() => write('other.yaml', 'nonsense: [\n'))).toBe('')
    expect(server.told(() => save(path, people(601)))).toBe(READ)
  })
})

describe('a scenario', () => {
  test('that is changed: its faults are renewed, and the rows stay', async () => {
    const path = write('failing.yaml', failing(503))
    const server = await serveProcess(['--watch', '--no-rate-limit', '--scenario', path])
    const { url } = server
    const before = (await ask(`${url}/_sim/state`)).body
    expect(await ask(`${url}/api/v0/asks/12345678/`, 'PUT', { image: 'library/ubuntu' })).toMatchObject({ status: 200 })
    const rented = (await ask(`${url}/_sim/state`)).body
    expect(rented).not.toEqual(before)
    expect(await statusOf(url)).toBe(503)

    const told = nextReport(server)
    replaceFile(path, failing(504))
    expect(await told).toBe(READ)
    expect([await statusOf(url), await statusOf(`${url}/~new`)]).toEqual([504, 504])
    expect((await ask(`${url}/_sim/state`)).body).toEqual(rented)
    await ask(`${url}/_sim/reset`, 'POST')
    expect(await statusOf(url)).toBe(504)
  })

  test('a fault that is another one now lets go of what it held', async () => {
    const path = write('held.yaml', failing(503).replace('status: 503', 'hang: true'))
    const server = await watching(['--scenario', path])
    const answer = statusOf(server.url)
    const waits = { match: { operation: 'instances.list' }, count: { eq: 1 } }
    const verify = async () => (await ask(`${server.url}/_sim/requests/verify`, 'POST', waits)).body
    while (!((await verify()) as { verified: boolean }).verified);
    expect(server.told(() => save(path, failing(504)))).toBe(READ)
    expect([await answer, await statusOf(server.url)]).toEqual([200, 504])
  })

  test('a fault that is as it was keeps what it holds', async () => {
    const clock = "clock: { at: '2026-01-01T00:00:00Z', frozen: true }\n"
    const text = `${clock}${failing(503).replace('status: 503', 'latency_ms: 5000')}`
    const path = write('kept.yaml', text)
    const server = await watching(['--scenario', path])
    const answer = statusOf(server.url)
    const waits = { match: { operation: 'instances.list' }, count: { eq: 1 } }
    const verify = async () => (await ask(`${server.url}/_sim/requests/verify`, 'POST', waits)).body
    while (!((await verify()) as { verified: boolean }).verified);
    const other = '  - { name: other, match: { operation: templates.search }, effect: { status: 504 } }\n'
    expect(server.told(() => save(path, `${text}${other}`))).toBe(READ)
    const { body } = await ask(`${server.url}/_sim/clock/advance`, 'POST', { seconds: 5 })
    expect(body).toMatchObject({ happened: [{ text: 'exchange 1 goes on (fault down)' }] })
    expect(await answer).toBe(200)
  })

  test('faults that a test added stay when the file changes', async () => {
    const path = write('added.yaml', failing(503))
    const server = await watching(['--scenario', path])
    const mine = { name: 'mine', match: { operation: 'templates.search' }, effect: { status: 418 } }
    await ask(`${server.url}/_sim/faults`, 'POST', mine)
    expect(server.told(() => save(path, failing(504)))).toBe(READ)
    expect(await statusOf(server.url)).toBe(504)
    const response = await fetch(`${server.url}/api/v0/template/`, { headers: { Authorization: 'Bearer renter-key' } })
    expect(response.status).toBe(418)
  })

  test('a fault that a test added, and the file then brings, is there once', async () => {
    const path = write('brought.yaml', failing(503))
    const server = await watching(['--scenario', path])
    const faults = async () => (await ask(`${server.url}/_sim/faults`)).body
    const b = {
      name: 'b',
      match: { operation: 'cloud-connections.list' },
      when: { times: 2 },
      effect: { html_502: true },
    }
    await ask(`${server.url}/_sim/faults`, 'POST', b)
    await fetch(`${server.url}/api/v0/users/cloud_integrations/`, { headers: { Authorization: 'Bearer renter-key' } })
    expect(await faults()).toMatchObject({ faults: [{ name: 'down' }, { name: 'b', matched: 1 }] })
    expect(server.told(() => save(path, `${failing(503)}  - ${JSON.stringify(b)}\n`))).toBe(READ)
    expect(await faults()).toMatchObject({ faults: [{ name: 'down' }, { name: 'b', matched: 0 }] })
  })

  test.each([
    {
      name: 'a wrong key',
      text: failing(504, ', wen: {}'),
      message: /:4: faults\.0\.wen: unknown key "wen"; did you mean "when"\?\n/,
    },
    { name: 'no YAML', text: 'name: [\n', message: /\.yaml:\d: [^\n]+\n/ },
    {
      name: 'a timeline that does not fit the rows',
      text: `${failing(504)}timeline:\n  - { after: 1, remove: { instances: [999] } }\n`,
      message: /:6: timeline\.0\.remove\.instances: there is no 999 in instances\n/,
    },
  ])('with $name is told and the old faults stay', async ({ name, text, message }) => {
    const path = write(`${name.replaceAll(' ', '-')}.yaml`, failing(503))
    const server = await watching(['--scenario', path])
    const told = server.told(() => save(path, text))
    expect(told.startsWith(`${REFUSED}${path}:`)).toBe(true)
    expect(told).toMatch(message)
    expect([await statusOf(server.url), await statusOf(`${server.url}/~new`)]).toEqual([503, 503])
    await ask(`${server.url}/_sim/reset`, 'POST')
    expect(await statusOf(server.url)).toBe(503)
    expect(server.told(() => save(path, failing(504)))).toBe(READ)
    expect(await statusOf(server.url)).toBe(504)
  })
})

async function statusOf(url: string): Promise<number> {
  const { status, body } = await fetch(`${url}${LIST}`, { headers: { Authorization: 'Bearer renter-key' } })
  await body?.cancel()
  return status
}

describe('the server', () => {
  test('watches when RENTAL_SIM_WATCH says so', async () => {
    const path = write('variable.yaml', people(600))
    const server = await serveProcess(['--fixture', path], { RENTAL_SIM_WATCH: '1' })
    const told = nextReport(server)
    save(path, people(601))
    expect(await told).toBe(READ)
  })
})
