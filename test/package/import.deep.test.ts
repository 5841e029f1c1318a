import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { MAX_CAPTURE_BYTES } from '../../src/node/files/library.ts'
import { captures } from '../support/captures.ts'
import { endWhatTestsStart, run, start } from '../support/run-cli.ts'
import { ask, run as runProcess, serve } from '../support/spawn-cli.ts'

endWhatTestsStart()

const { folder, file, importing, isValid } = captures()

const offers = { offers: [{ id: 5, size: 500 }] }

describe('a capture of which is not clear what it is', () => {
  test.each([
    [
      'rows that any search may have',
      { offers: [{ id: 5 }] },
      'could have rows of offers, network_volume_offers, volume_offers: say which with --as',
    ],
    [
      'a search without rows',
      { offers: [] },
      'could have rows of offers, network_volume_offers, volume_offers: say which with --as',
    ],
    [
      'an empty list',
      [],
      'could have rows of instances, templates, offers, network_volume_offers, volume_offers, volumes, endpoint_groups, cloud_connections: say which with --as',
    ],
    ['rows of several kinds', [{ cloud_type: 's3' }, { hash_id: 'a' }], 'say which with --as'],
    ['a list of texts', ['a'], 'has no rows of'],
    [
      'an object without rows',
      { id: 1 },
      'is not an answer with rows: they are a list, alone or as "instances", "templates"',
    ],
    ['a text', '"a"', 'is not an answer with rows'],
    ['nothing', 'null', 'is not an answer with rows'],
    ['an instance that is not there', { instances: null }, 'is not an answer with rows'],
    [
      'a refusal',
      { success: false, error: 'auth_error', msg: 'm' },
      'is the answer of a request that failed: it has no rows',
    ],
    ['no JSON', '{"a": hidden', 'is not JSON'],
    ['nothing at all', '', 'is empty'],
    ['what nests without end', '['.repeat(10_000) + ']'.repeat(10_000), 'nests too deep'],
  ])('%s: exit 2, and the reason', async (_, captured, reason) => {
    const { code, text, said } = await importing(captured)
    expect({ code, text }).toEqual({ code: 2, text: '' })
    expect(said).toEqual([expect.stringContaining(reason)])
    expect(said.join('\n')).not.toContain('hidden')
  })

  test('is what --as says', async () => {
    const { code, text } = await importing(offers, '--as', 'volume_offers')
    expect({ code, rows: parse(text) as unknown }).toEqual({
      code: 0,
      rows: {
        users: [{ id: 1001, name: 'me', api_keys: [{ key: 'renter-key' }] }],
        volume_offers: [{ id: 5, size: 500 }],
      },
    })
  })

  test('may be the rows alone, with --as', async () => {
    expect(await importing([{ id: 5, size: 500 }], '--as', 'volume_offers')).toEqual(
      await importing(offers, '--as', 'volume_offers'),
    )
  })

  test('recognises it by its fields where it is a list of rows', async () => {
    const kinds = [
      { collection: 'instances', row: { id: 1, actual_status: 'exited', gpu_name: 'L40S' } },
      { collection: 'offers', row: { id: 1, gpu_name: 'L40S' } },
      { collection: 'templates', row: { id: 1, name: 'n', image: 'i', hash_id: '0'.repeat(32) } },
      { collection: 'network_volume_offers', row: { ask_contract_id: 1, disk_space: 5, nw_disk_avg_bw: 6 } },
    ]
    for (const { collection, row } of kinds)
      expect(parse((await importing([row])).text)).toMatchObject({ [collection]: [{ id: 1 }] })
  })

  test('may be rows of any collection', async () => {
    const { text } = await importing([{ id: 5, user_id: 9, size: 500 }], '--as', 'network_disks')
    expect(parse(text)).toMatchObject({ users: [{ id: 9 }], network_disks: [{ id: 5, user_id: 9, size: 500 }] })
    expect(await isValid(text)).toBe(true)
  })

  test('is not a collection that does not exist', async () => {
    const { code, said } = await importing(offers, '--as', 'asks')
    expect({ code, said: said.join() }).toEqual({
      code: 2,
      said: expect.stringContaining('Allowed choices are users,'),
    })
  })
})

test('a file that is not there, or too large, is refused', async () => {
  expect(await run(['import', join(folder, 'none.json')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no such file') as string,
  })
  writeFileSync(file, '')
  truncateSync(file, MAX_CAPTURE_BYTES + 1)
  expect(await run(['import', file])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`at most ${MAX_CAPTURE_BYTES} are read`) as string,
  })
})

test('a fixture that would be too large is refused', async () => {
  const rows = Array.from({ length: 60 }, (_, id) => ({
    id: id + 1,
    name: 'n',
    image: 'i',
    readme: 'a'.repeat(100_000),
  }))
  const { code, text, said } = await importing({ templates: rows })
  expect({ code, text, said }).toEqual({
    code: 2,
    text: '',
    said: [expect.stringMatching(/the fixture would have \d+ characters; at most 4194304 are read/)],
  })
})

test('- is standard input', async () => {
  expect(await start(['import', '-', '--as', 'volume_offers'], {}, JSON.stringify(offers)).ended).toMatchObject({
    code: 0,
    stdout: (await importing(offers, '--as', 'volume_offers')).text,
    stderr: '',
  })
})

test('the built command prints a fixture that a server starts from', async () => {
  const connection = { id: 3, cloud_type: 's3', name: 'models' }
  writeFileSync(file, JSON.stringify([connection]))
  const { code, stdout, stderr } = await runProcess(['import', file])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const fixture = join(folder, 'imported.yaml')
  writeFileSync(fixture, stdout)
  const { url } = await serve(['--fixture', fixture])
  expect(await ask(`${url}/api/v0/users/cloud_integrations/`)).toEqual({ status: 200, body: [connection] })
})

test.each([
  ['{"templates":[{"id":7,"name":"n","image":"i","creator_id":12345678901234567890}]}', '12345678901234567890'],
  [
    '{"templates":[{"id":7,"name":"n","image":"i","recommended_disk_space":0.1234567890123456789}]}',
    '0.1234567890123456789',
  ],
])('a number that is rounded is told: %s', async (captured, number) => {
  expect((await importing(captured)).said).toContainEqual(expect.stringContaining(`the number ${number} is rounded`))
})

test('a number in a text, and one that is kept, are not', async () => {
  const captured = '{"templates":[{"id":7,"name":"12345678901234567890","image":"i","recommended_disk_space":0.1}]}'
  expect((await importing(captured)).said.join('')).not.toContain('rounded')
})
