import { describe, expect, test } from 'vitest'
import { people, refusal, simulatorOf } from '../support/fixture-files.ts'

describe('a fixture that cannot be used is refused with file, line and path', () => {
  const cases: readonly { readonly why: string; readonly text: string; readonly message: string }[] = [
    {
      why: 'an unknown collection',
      text: '# mine\nuserz: []\n',
      message: 'mine.yaml:2: userz: unknown key "userz"; did you mean "users"?',
    },
    {
      why: 'an unknown field',
      text: `${people}offers:\n  - id: 5\n    gpu_nam: L40S\n    host_id: 1002\n`,
      message: 'mine.yaml:6: offers.0.gpu_nam: unknown key "gpu_nam"; did you mean "gpu_name"?',
    },
    {
      why: 'an unknown key that is near to nothing',
      text: 'users:\n  - id: 1\n    name: a\n    favourite_colour: red\n',
      message: 'mine.yaml:4: users.0.favourite_colour: unknown key "favourite_colour"',
    },
    {
      why: 'several unknown keys in one row, each by its own name',
      text: 'volumes:\n  - id: 1\n    user_id: 1001\n    size: 1\n    favourite_colour: red\n    volume_ofer_id: 3\n',
      message: [
        'mine.yaml:5: volumes.0.favourite_colour: unknown key "favourite_colour"',
        'mine.yaml:6: volumes.0.volume_ofer_id: unknown key "volume_ofer_id"; did you mean "volume_offer_id"?',
      ].join('\n'),
    },
    {
      why: 'an unknown key in generate',
      text: 'generate:\n  ofers: 3\n',
      message: 'mine.yaml:2: generate.ofers: unknown key "ofers"; did you mean "offers"?',
    },
    {
      why: 'a reference to nobody',
      text: `templates:\n  - { id: 1, name: t, image: i, creator_id: 1003 }\n${people}`,
      message: 'mine.yaml:2: templates.0.creator_id: there is no 1003 in users; did you mean "1001"?',
    },
    {
      why: 'a reference that is near to nothing',
      text: `${people}instances:\n  - id: 31\n    user_id: 1001\n    offer_id: 12345678\n`,
      message: 'mine.yaml:7: instances.0.offer_id: there is no 12345678 in offers',
    },
    {
      why: 'an id twice',
      text: `${people}volumes:\n  - { id: 5, user_id: 1001, size: 1 }\n  - { id: 6, user_id: 1001, size: 1 }\n  - { id: 5, user_id: 1001, size: 2 }\n`,
      message: 'mine.yaml:7: volumes.2.id: 5 is taken by volumes.0',
    },
    {
      why: 'a hash_id twice',
      text: `${people}templates:\n  - { id: 1, creator_id: 1001, name: a, image: i, hash_id: ${'a'.repeat(32)} }\n  - { id: 2, creator_id: 1001, name: b, image: i, hash_id: ${'a'.repeat(32)} }\n`,
      message: `mine.yaml:6: templates.1.hash_id: ${'a'.repeat(32)} is taken by templates.0`,
    },
    {
      why: 'a disk listed twice',
      text: `${people}network_disks: [{ id: 1, user_id: 1002, size: 9 }]\nnetwork_volume_offers:\n  - { id: 1, disk_id: 1 }\n  - { id: 2, disk_id: 1 }\n`,
      message: 'mine.yaml:7: network_volume_offers.1.disk_id: 1 is taken by network_volume_offers.0',
    },
    {
      why: 'a listing larger than its disk',
      text: `${people}network_disks: [{ id: 1, user_id: 1002, size: 9 }]\nnetwork_volume_offers:\n  - id: 1\n    disk_id: 1\n    size: 10\n`,
      message: 'mine.yaml:8: network_volume_offers.0.size: disk 1 has 9 GB, not 10',
    },
    {
      why: 'a number as text',
      text: 'users:\n  - id: "1"\n    name: a\n',
      message: 'mine.yaml:2: users.0.id: expected number, received string',
    },
    {
      why: 'a collection that is no list',
      text: 'users: 5\n',
      message: 'mine.yaml:1: users: expected array, received number',
    },
    { why: 'a document that is a list', text: '- 1\n', message: 'mine.yaml:1: expected object, received array' },
    {
      why: 'more generated rows than fit',
      text: 'generate:\n  offers: 200001\n',
      message: 'mine.yaml:2: generate.offers: expected number to be <=200000',
    },
    {
      why: 'YAML that does not parse',
      text: 'users:\n  - { id: 1, name: a\n',
      message: 'mine.yaml:3: Flow map in block collection must be sufficiently indented and end with a }',
    },
    {
      why: 'a tab as indentation',
      text: 'users:\n\t- { id: 1, name: a }\n',
      message: 'mine.yaml:2: Tabs are not allowed as indentation',
    },
    { why: 'a key twice', text: 'users: []\nusers: []\n', message: 'mine.yaml:2: Map keys must be unique' },
    {
      why: 'a key twice in a row',
      text: 'users:\n  - id: 1\n    name: a\n    id: 2\n',
      message: 'mine.yaml:4: Map keys must be unique',
    },
    {
      why: 'an unknown tag',
      text: 'users: !!js/function []\n',
      message: 'mine.yaml:1: Unresolved tag: tag:yaml.org,2002:js/function',
    },
  ]

  test.each(cases)('$why', ({ text, message }) => {
    expect(refusal({ 'mine.yaml': text }).split('\n').toSorted()).toEqual(message.split('\n').toSorted())
  })

  test('one API key for two users', () => {
    const text =
      'users:\n  - { id: 1, name: a, api_keys: [{ key: same-key }] }\n  - id: 2\n    name: b\n    api_keys: [{ key: other-key }, { key: same-key }]\n'
    const message = refusal({ 'mine.yaml': text })
    expect(message).toMatch(/^mine\.yaml:5: users\.1\.api_keys\S*: .+$/)
    expect(message, 'a key is a secret').not.toContain('same-key')
  })

  test('a misspelt field of an API key is named', () => {
    const message = refusal({ 'mine.yaml': 'users:\n  - id: 1\n    name: a\n    api_keys:\n      - { kye: k }\n' })
    expect(message.split('\n')).toContain('mine.yaml:5: users.0.api_keys.0.kye: unknown key "kye"; did you mean "key"?')
  })

  test('an alias without its anchor', () => {
    const message = refusal({ 'mine.yaml': 'users:\n  - { id: 1, name: *nobody }\n' })
    expect(message).toBe('mine.yaml:2: Unresolved alias (the anchor must be set before the alias): nobody')
  })

  test('every problem is told, not the first alone', () => {
    const text = `${people}offers:\n  - { id: 1, host_id: 7777777 }\n  - { id: 1, host_id: 8888888 }\n`
    expect(refusal({ 'mine.yaml': text }).split('\n').toSorted()).toEqual([
      'mine.yaml:5: offers.0.host_id: there is no 7777777 in users',
      'mine.yaml:6: offers.1.host_id: there is no 8888888 in users',
      'mine.yaml:6: offers.1.id: 1 is taken by offers.0',
    ])
  })

  test('aliases that would expand to billions of rows', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
    const bomb = letters.map((letter, index) => {
      const before = letters[index - 1]
      const items = before === undefined ? 'x' : `*${before}`
      return `${letter}: &${letter} [${Array.from({ length: 10 }, () => items).join(', ')}]`
    })
    expect(refusal({ 'mine.yaml': bomb.join('\n') })).toMatch(
      /^mine\.yaml(:\d+)?: Excessive alias count indicates a resource exhaustion attack$/,
    )
  })

  test('a text that is too long', () => {
    const most = 4 * 1024 * 1024
    expect(refusal({ 'mine.yaml': `#${'x'.repeat(most)}` })).toBe(
      `mine.yaml: has ${most + 1} characters; at most ${most} are read`,
    )
    expect(() => simulatorOf({ 'mine.yaml': `{}${' '.repeat(most - 2)}` })).not.toThrow()
    const mostYaml = 128 * 1024
    expect(() => simulatorOf({ 'mine.yaml': `#${'x'.repeat(mostYaml - 1)}` })).not.toThrow()
    expect(refusal({ 'mine.yaml': `#${'x'.repeat(mostYaml)}` })).toBe(
      `mine.yaml: has ${mostYaml + 1} characters and is no JSON; of YAML at most ${mostYaml} characters are read`,
    )
  })
})
