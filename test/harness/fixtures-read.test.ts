import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { AT, call, exported, people, refusal, simulatorOf } from '../support/fixture-files.ts'

describe('the fixtures of the package', () => {
  const folder = new URL('../../fixtures/', import.meta.url)
  const files = readdirSync(folder)

  test('are there, and every file is one', () => {
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !file.endsWith('.yaml'))).toEqual([])
  })

  test.each(files)('%s loads, by its name too', async (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const fromFile = await exported(simulatorOf({ [file]: text }))
    expect(fromFile).toMatchObject({
      users: expect.arrayContaining([
        expect.objectContaining({ id: 1001, name: 'renter' }),
        expect.objectContaining({ id: 1002, name: 'host' }),
      ]),
    })
    const byName = createSimulator({ fixture: file.replace('.yaml', ''), clock: { mode: 'frozen', atMs: AT } })
    expect(JSON.stringify(await exported(byName)) === JSON.stringify(fromFile)).toBe(true)
  })
})

describe('a JSON file is a fixture', () => {
  const document = { users: [{ id: 7, name: 'json', api_keys: [{ key: 'json-key' }] }] }

  test.each([
    ['in one line', undefined],
    ['indented with spaces', 2],
    ['indented with tabs', '\t'],
  ])('%s', async (_, indent) => {
    const simulator = simulatorOf({ 'mine.json': JSON.stringify(document, undefined, indent) })
    expect(await call(simulator, 'GET', '/api/v0/instances/', undefined, 'json-key')).toEqual({
      status: 200,
      body: { instances_found: 0, instances: [] },
    })
  })

  test('its lines are named too', () => {
    const text = '{\n  "users": [\n    {\n      "id": 7,\n      "nam": "json",\n      "name": "json"\n    }\n  ]\n}'
    expect(refusal({ 'mine.json': text })).toBe('mine.json:5: users.0.nam: unknown key "nam"; did you mean "name"?')
  })

  test('a key twice is refused, as JSON.parse would not', () => {
    expect(refusal({ 'mine.json': '{\n  "users": [],\n  "users": []\n}' })).toBe('mine.json:3: Map keys must be unique')
  })
})

describe('several fixtures', () => {
  test('are put together, and refer to each other', async () => {
    const simulator = simulatorOf({
      'people.yaml': people,
      'clouds.json': '{ "cloud_connections": [{ "id": 1, "user_id": 1001, "cloud_type": "s3", "name": "models" }] }',
      'more-clouds.yaml': 'cloud_connections: [{ id: 2, user_id: 1001, cloud_type: drive, name: notes }]',
    })
    expect(await call(simulator, 'GET', '/api/v0/users/cloud_integrations/')).toEqual({
      status: 200,
      body: [
        { id: 1, cloud_type: 's3', name: 'models' },
        { id: 2, cloud_type: 'drive', name: 'notes' },
      ],
    })
  })

  const duplicate = 'volumes:\n  - { id: 9, user_id: 1001, size: 1 }\n  - { id: 5, user_id: 1001, size: 1 }\n'
  const first = `${people}volumes:\n  - { id: 4, user_id: 1001, size: 1 }\n  - { id: 5, user_id: 1001, size: 1 }\n`

  test('a duplicate across two is refused where the second stands', () => {
    expect(refusal({ 'first.yaml': first, 'second.yaml': duplicate })).toMatch(
      /^second\.yaml:3: volumes\.1\.id: 5 is taken by volumes\.1.*$/,
    )
  })

  test('a dangling reference is refused in the file that has it', () => {
    const dangling = '# more\noffers:\n  - { id: 1, host_id: 1002 }\n  - { id: 2, host_id: 4444444 }\n'
    expect(refusal({ 'first.yaml': first, 'second.yaml': dangling })).toBe(
      'second.yaml:4: offers.1.host_id: there is no 4444444 in users',
    )
  })

  test('problems of all of them are told', () => {
    expect(refusal({ 'first.yaml': 'userz: []', 'second.yaml': '\nofers: []' })).toBe(
      'first.yaml:1: userz: unknown key "userz"; did you mean "users"?\n' +
        'second.yaml:2: ofers: unknown key "ofers"; did you mean "offers"?',
    )
  })
})
