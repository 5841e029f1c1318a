import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { simulate } from '../support/simulate.ts'

const head = 'name: mine\ndescription: d\n'
const fault = (lines: string) => `${head}faults:\n  - name: a\n${lines}`

/** Why a scenario file with this text is refused. */
function refusal(text: string): string {
  const scenarios = { names: () => ['mine.yaml'], find: () => ({ text, file: 'mine.yaml' }) }
  try {
    createSimulator({ scenario: 'mine.yaml', scenarios })
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  }
  throw new Error('the scenario was accepted')
}

test.each([
  {
    why: 'an unknown key',
    text: `${head}fault: []\n`,
    message: 'mine.yaml:3: fault: unknown key "fault"; did you mean "faults"?',
  },
  {
    why: 'a name twice',
    text: fault('    effect: { reset: true }\n  - name: a\n    effect: { hang: true }\n'),
    message: 'mine.yaml:6: faults.1.name: "a" is taken by faults.0',
  },
  {
    why: 'a refusal in a sequence that the operation does not have',
    text: fault(
      '    match: { operation: instances.create }\n    when:\n      sequence:\n        - null\n        - refuse: no_such_aks\n',
    ),
    message:
      'mine.yaml:9: faults.0.when.sequence.1.refuse: no operation that matches refuses with "no_such_aks"; did you mean "no_such_ask"?',
  },
  {
    why: 'a threshold for an operation that there is not',
    text: `${head}rate_limit:\n  thresholds:\n    instances.lst: 1\n`,
    message:
      'mine.yaml:5: rate_limit.thresholds.instances.lst: there is no operation "instances.lst"; did you mean "instances.list"?',
  },
  { why: 'no name', text: 'description: d\n', message: expect.stringMatching(/^mine\.yaml:1: name: /) as string },
  { why: 'no mapping', text: '- 1\n', message: expect.stringMatching(/^mine\.yaml:1: expected object/) as string },
  {
    why: 'an unknown collection of its own fixture',
    text: `${head}fixture:\n  userz: []\n`,
    message: 'mine.yaml:4: fixture.userz: unknown key "userz"; did you mean "users"?',
  },
])('$why is refused with file, line and path', ({ text, message }) => {
  expect(refusal(text)).toEqual(message)
})

test('several problems are reported at once', () => {
  const message = refusal(`${head}fixtur: default\nclok: { at: x }\n`)
  expect(message.split('\n')).toEqual([
    'mine.yaml:3: fixtur: unknown key "fixtur"; did you mean "fixture"?',
    'mine.yaml:4: clok: unknown key "clok"; did you mean "clock"?',
  ])
})

test.each([
  {
    why: 'a list that nests deep',
    text: `${head}faults: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
    // With the line where the parser's own recursion has room for it.
    message: /^mine\.yaml(:\d+)?: nests too deep$/,
  },
  {
    why: 'a mapping that nests deep',
    text: `${head}faults: ${'{a: '.repeat(20_000)}1${'}'.repeat(20_000)}\n`,
    // With the line where the parser's own recursion has room for it.
    message: /^mine\.yaml(:\d+)?: nests too deep$/,
  },
  {
    why: 'a JSONPath that nests deep',
    text: fault(`    match: { body: { "$[?${'('.repeat(200)}": 1 } }\n`),
    message: /JSONPath/,
  },
  {
    why: 'thousands of faults of one name',
    text: `${head}faults:\n${'  - { name: a, effect: { reset: true } }\n'.repeat(3000)}`,
    message: /^mine\.yaml:5: faults\.1\.name: "a" is taken by faults\.0\n[\s\S]*and 2979 more$/,
  },
])('$why is refused at its bound, in a message of bounded length', ({ text, message }) => {
  const refused = refusal(text)
  expect(refused).toMatch(message)
  expect(refused.length).toBeLessThan(10_000)
})

test('a document that nests too deep is refused inline, and nothing changes', async () => {
  const { control } = simulate(undefined, { scenario: 'slow-boot' })
  const deep = `{"scenario":{"name":"x","description":"d","fixture":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}}`
  expect(await control.put('/_sim/scenario', undefined, { text: deep })).toMatchObject({ status: 400 })
  expect((await control.get('/_sim/scenario')).body).toMatchObject({ active: { name: 'slow-boot' } })
})
