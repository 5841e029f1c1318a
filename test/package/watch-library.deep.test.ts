import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForFile } from '../support/folders.ts'
import { nextReport } from '../support/next-report.ts'
import { ask, endWhatTestsStart, serve } from '../support/run-cli.ts'
import { serve as serveProcess } from '../support/spawn-cli.ts'
import { STACK, tooMuch } from '../support/too-much.ts'
import { READ, REFUSED, save, watching as watchingFiles } from '../support/watching.ts'

endWhatTestsStart()

const root = folderForFile()

const people = 'users: [{ id: 1001, name: me, api_keys: [{ key: renter-key }] }]\n'
const machine = (id: number) => `${people}offers: [{ id: ${id}, host_id: 1001 }]\n`
const part = (id: number) => `volumes: [{ id: ${id}, user_id: 1001, size: 1 }]\n`
const failing = (name: string, status: number, operation = 'instances.list') =>
  `name: ${name}\ndescription: d\nfixture: mine\nfaults:\n  - { name: down, match: { operation: ${operation} }, effect: { status: ${status} } }\n`

let made = 0

/** A new library with these files. */
function library(files: Readonly<Record<string, string>>): string {
  made += 1
  const folder = join(root, `${made}`)
  for (const part of ['fixtures', 'scenarios']) mkdirSync(join(folder, part), { recursive: true })
  for (const [file, text] of Object.entries(files)) save(join(folder, file), text)
  return folder
}

const clientOf = (url: string) => ({
  start: (name: string, params?: object) => ask(`${url}/_sim/scenario`, 'PUT', { name, params }),
  reset: async (fixture: string) => (await ask(`${url}/_sim/reset`, 'POST', { fixture })).status,
  listing: async () => {
    const response = await fetch(`${url}/api/v0/instances/`, { headers: { Authorization: 'Bearer renter-key' } })
    await response.text()
    return response.status
  },
})

/** A server that watches a library, and changes to that library. */
async function watching(files: Readonly<Record<string, string>>, options: readonly string[] = []) {
  const folder = library(files)
  const server = await watchingFiles(['--library', folder, ...options])
  return {
    ...clientOf(server.url),
    folder,
    server,
    /** What is said when a file changes. */
    change: (file: string, text: string): string => server.told(() => save(join(folder, file), text)),
  }
}

const files = {
  'fixtures/mine.yaml': machine(600),
  'scenarios/a.yaml': failing('a', 503),
  'scenarios/b.yaml': failing('b', 504),
}

test('a spoiled scenario that is not the one of the start is reported, and its old version answers until it is mended', async () => {
  const { change, start, listing, folder } = await watching(files, ['--scenario', 'a'])
  expect([(await start('b')).status, await listing()]).toEqual([200, 504])
  expect(change('scenarios/b.yaml', failing('b', 505, 'instances.lst'))).toBe(
    `${REFUSED}${folder}/scenarios/b.yaml:5: faults.0.match.operation: there is no operation "instances.lst"; did you mean "instances.list"?\n`,
  )
  expect([(await start('a')).status, await listing()]).toEqual([200, 503])
  expect([(await start('b')).status, await listing()]).toEqual([200, 504])
  expect(change('scenarios/b.yaml', failing('b', 506))).toBe(READ)
  expect([(await start('b')).status, await listing()]).toEqual([200, 506])
})

test('as long as one file is spoiled nothing of the others is taken over', async () => {
  const { change, start, listing } = await watching(files)
  expect(change('scenarios/b.yaml', 'name: [\n')).toContain(REFUSED)
  expect(change('scenarios/a.yaml', failing('a', 505))).toContain(REFUSED)
  expect([(await start('a')).status, await listing()]).toEqual([200, 503])
  expect(change('scenarios/b.yaml', failing('b', 504))).toBe(READ)
  expect([(await start('a')).status, await listing()]).toEqual([200, 505])
})

test('a fixture that spoils a scenario is reported with its mistake', async () => {
  const timeline = 'timeline: [{ after: 1, remove: { offers: [600] } }]\n'
  const named = { ...files, 'scenarios/b.yaml': `name: b\ndescription: d\nfixture: mine\n${timeline}` }
  const { change, start, folder } = await watching(named)
  expect((await start('b')).status).toBe(200)
  expect(change('fixtures/mine.yaml', machine(601))).toBe(
    `${REFUSED}${folder}/scenarios/b.yaml:4: timeline.0.remove.offers: there is no 600 in offers\n`,
  )
  expect((await start('b')).status).toBe(200)
})

test('a scenario that was wrong from the start, and stays so, holds up nothing', async () => {
  const { change, start, listing } = await watching({ ...files, 'scenarios/draft.yaml': 'name: draft\n' })
  expect((await start('draft')).status).toBe(400)
  expect(change('scenarios/a.yaml', failing('a', 505))).toBe(READ)
  expect([(await start('a')).status, await listing()]).toEqual([200, 505])
})

test('a scenario with a parameter without a default is read again', async () => {
  const text = failing('b', 504)
    .replace('504', "'${status}'")
    .replace('faults:', 'params: { status: { type: number } }\nfaults:')
  const { change, start, listing } = await watching({ ...files, 'scenarios/b.yaml': text })
  expect(change('scenarios/b.yaml', text.replace('name: down', 'name: lower'))).toBe(READ)
  expect([(await start('b', { status: 507 })).status, await listing()]).toEqual([200, 507])
})

test('a fixture that is a part, to be put together with another one, may change', async () => {
  const { change, reset, folder } = await watching({ ...files, 'fixtures/part.yaml': part(1) })
  expect(await reset('part')).toBe(400)
  expect(change('fixtures/part.yaml', part(2))).toBe(READ)
  // An editor creates a file before it writes it.
  expect(change('fixtures/new.yaml', '')).toBe(READ)
  expect(change('fixtures/part.yaml', part(2).replace('size', 'sise'))).toContain(
    `${REFUSED}${folder}/fixtures/part.yaml:1: volumes.0.size: is missing\n`,
  )
})

describe('a folder that is removed and written anew, as a checkout of another branch does', () => {
  test.each(['scenarios', 'fixtures', '.'])('is watched as before: %s', async (put) => {
    const { change, folder, server, start, listing } = await watching(files)
    expect(server.told(() => renameSync(join(folder, put), join(root, `gone-${made}`)))).toContain(REFUSED)
    expect([(await start('a')).status, await listing()]).toEqual([200, 503])
    expect(server.told(() => renameSync(join(root, `gone-${made}`), join(folder, put)))).toBe(READ)
    expect(change('scenarios/a.yaml', failing('a', 505))).toBe(READ)
    expect([(await start('a')).status, await listing()]).toEqual([200, 505])
  })

  test('is read at once where its absence was not seen', async () => {
    const { change, folder, server, start, listing } = await watching(files)
    const renewed = server.told(() => {
      rmSync(join(folder, 'scenarios'), { recursive: true })
      mkdirSync(join(folder, 'scenarios'))
      save(join(folder, 'scenarios', 'a.yaml'), failing('a', 505))
    })
    expect(renewed).toBe(READ)
    expect([(await start('a')).status, await listing()]).toEqual([200, 505])
    expect(change('scenarios/a.yaml', failing('a', 506))).toBe(READ)
    expect([(await start('a')).status, await listing()]).toEqual([200, 506])
  })

  test('may come to be there while the server runs', async () => {
    const folder = join(root, 'later')
    mkdirSync(join(folder, 'fixtures'), { recursive: true })
    const server = await watchingFiles(['--library', folder])
    expect(await ask(`${server.url}/_sim/scenario`, 'PUT', { name: 'mine-a' })).toMatchObject({ status: 400 })
    const added = server.told(() => {
      mkdirSync(join(folder, 'scenarios'))
      save(join(folder, 'scenarios', 'mine-a.yaml'), 'name: mine-a\ndescription: d\n')
    })
    expect(added).toBe(READ)
    expect(await ask(`${server.url}/_sim/scenario`, 'PUT', { name: 'mine-a' })).toMatchObject({ status: 200 })
  })
})

test('more than the engine takes is reported, and changes nothing', async () => {
  const folder = library(files)
  const server = await serveProcess(['--library', folder, '--watch', '--no-rate-limit'])
  const { start, listing } = clientOf(server.url)
  const change = (file: string, text: string) => {
    const told = nextReport(server)
    save(join(folder, file), text)
    return told
  }
  for (const { name, text } of tooMuch) {
    expect(await change(`scenarios/${name}.json`, text)).toContain(REFUSED)
    expect([(await start('a')).status, await listing()]).toEqual([200, 503])
    rmSync(join(folder, 'scenarios', `${name}.json`))
  }
  expect(await change('scenarios/a.yaml', failing('a', 505))).toBe(READ)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, stderr: expect.not.stringMatching(STACK) as unknown })
})

test('with nothing to watch it says so, and serves', async () => {
  const server = await serve(['--watch'])
  expect(await ask(`${server.url}/_sim/health`)).toMatchObject({ status: 200 })
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({
    code: 0,
    stderr: '--watch has nothing to watch: name a fixture or a scenario by its path, or a library\n',
  })
})
