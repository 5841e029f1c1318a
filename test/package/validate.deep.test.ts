import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderForFile } from '../support/folders.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { run as runProcess } from '../support/spawn-cli.ts'
import { STACK, tooMuch } from '../support/too-much.ts'

endWhatTestsStart()

const folder = folderForFile()

const path = join(folder, 'mine.yaml')

/** What validate says of a file, without its name. */
async function said(text: string) {
  writeFileSync(path, text)
  const { code, stdout, stderr } = await run(['validate', path])
  return { code, stdout, said: stderr.replaceAll(`${path}:`, '').trimEnd().split('\n') }
}

const fine = { code: 0, stdout: '1 file is fine\n', said: [''] }
const bad = (...lines: unknown[]) => ({ code: 1, stdout: '', said: lines })
const head = 'name: mine\ndescription: d\n'

describe('a parameter without a default', () => {
  test.each([
    { as: 'a count', type: 'number', rest: `when: { times: '\${n}' }, effect: { status: 500 }` },
    { as: 'a status', type: 'number', rest: `effect: { status: '\${n}' }` },
    { as: 'a share', type: 'number', rest: `when: { probability: '\${n}' }, effect: { status: 500 }` },
    { as: 'a span', type: 'number', rest: `effect: { latency_ms: '\${n}' }` },
    { as: 'a window', type: 'number', rest: `when: { between: ['\${n}', 1] }, effect: { status: 500 }` },
    { as: 'a text', type: 'string', rest: `effect: { status: 500, body: 'so: \${n}' }` },
    { as: 'an operation', type: 'string', rest: `match: { operation: '\${n}' }, effect: { reset: true }` },
    { as: 'a path', type: 'string', rest: `match: { path: '/api/v0/\${n}/' }, effect: { reset: true }` },
    { as: 'a refusal', type: 'string', rest: `effect: { refuse: '\${n}' }` },
    { as: 'a switch', type: 'boolean', rest: `effect: { status: 500, body: { on: '\${n}' } }` },
  ])('that is used as $as does not make a scenario bad', async ({ type, rest }) => {
    const text = `${head}params: { n: { type: ${type} } }\nfaults:\n  - { name: a, ${rest} }\n`
    expect(await said(text)).toEqual(fine)
  })

  test.each([
    { as: 'the id of a row', more: `timeline: [{ after: 1, remove: { offers: ['\${n}'] } }]\n` },
    { as: 'an owner', more: `timeline: [{ after: 1, set: { volumes: { 12345: { user_id: '\${n}' } } } }]\n` },
    { as: 'an instant', more: `timeline: [{ after: '\${n}', remove: { offers: [12345678] } }]\n` },
  ])('may be $as', async ({ more }) => {
    expect(await said(`${head}params: { n: { type: number } }\n${more}`)).toEqual(fine)
  })

  test('hides nothing that is wrong whatever its value', async () => {
    const text = `${head}params: { n: { type: number }, id: { type: number } }
faults:
  - { name: a, match: { operation: instances.lst }, effect: { status: '\${n}' } }
timeline:
  - { after: '\${id}', set: { instance: { 1: { label: a } } } }
`
    expect(await said(text)).toEqual(
      bad(
        '5: faults.0.match.operation: there is no operation "instances.lst"; did you mean "instances.list"?',
        '7: timeline.0.set.instance: unknown key "instance"; did you mean "instances"?',
      ),
    )
    const later = `${head}params: { n: { type: number } }
faults:
  - { name: a, effect: { status: '\${n}' } }
timeline:
  - { after: 1, remove: { offers: [5] } }
`
    expect(await said(later)).toEqual(bad('7: timeline.0.remove.offers: there is no 5 in offers'))
  })
})

describe('one run reports everything', () => {
  test('of the fields of a fixture, and of its references once the fields are right', async () => {
    const text = `users:
  - { id: 1, nam: anna }
volumes:
  - { id: 5, user_id: 1, size: 1 }
  - { id: 6, user_id: 70007, size: 1 }
`
    expect(await said(text)).toEqual(
      bad('2: users.0.name: is missing', '2: users.0.nam: unknown key "nam"; did you mean "name"?'),
    )
    expect(await said(text.replace('nam:', 'name:'))).toEqual(bad('5: volumes.1.user_id: there is no 70007 in users'))
  })

  test('of a scenario: its parameters, its faults, a name twice, and the fixture that it names', async () => {
    const text = `${head}fixture: nope
faults:
  - { name: a, match: { operation: instances.lst }, effect: { status: '\${status}' } }
  - { name: a, effect: { reset: true } }
`
    expect(await said(text)).toEqual(
      bad(
        '1: params: ${status} is used but no parameter of that name is declared (as a text it is written $${status})',
        '5: faults.0.match.operation: there is no operation "instances.lst"; did you mean "instances.list"?',
        '6: faults.1.name: "a" is taken by faults.0',
        expect.stringMatching(/^3: fixture: there is no fixture named "nope"/),
      ),
    )
  })

  test('of a scenario: a fault, and the rows that it writes out', async () => {
    const text = `${head}fixture:
  volumes: [{ id: 6, user_id: 70007, size: 1 }]
faults:
  - { name: a, effect: {} }
`
    expect(await said(text)).toEqual(
      bad(
        '6: faults.0.effect: does nothing: name one, such as "status": 503',
        '4: fixture.volumes.0.user_id: there is no 70007 in users',
      ),
    )
  })

  test('of many problems every one', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `  - { id: ${index + 1}, user_id: 9, size: 1 }\n`)
    const { said: lines } = await said(`volumes:\n${rows.join('')}`)
    expect(lines).toEqual(rows.map((_, index) => `${index + 2}: volumes.${index}.user_id: there is no 9 in users`))
  })
})

test.each([
  {
    wrong: 'params: { n: { type: number } }\nfaults: [{ name: a, effect: { status: ${n} } }]\n',
    said: /^4: .*; put quotes around a \$\{…\} inside braces or brackets: '\$\{…\}'$/,
  },
  { wrong: 'provider_states: [a, ${b}]\n', said: /^3: .*; put quotes around a \$\{…\}/ },
  { wrong: 'purpose: see: below\n', said: /^3: .*; put quotes around a text with ": " in it$/ },
  { wrong: 'clock: { at: so: 1 }\n', said: /^3: .*; put quotes around a text with ": " in it$/ },
  { wrong: 'purpose: one\n  two: three\n', said: /^3: the line below is indented too far: / },
])(
  'of a text that is no YAML only the first problem is reported, with advice: $wrong',
  async ({ wrong, said: line }) => {
    expect(await said(`${head}${wrong}`)).toEqual(bad(expect.stringMatching(line)))
  },
)

describe('more than the engine takes', () => {
  test.each(tooMuch)('is a problem of its file, without a stack: $name', async ({ name, text }) => {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, text)
    const { code, stdout, stderr } = await runProcess(['validate', file])
    expect([1, 2]).toContain(code)
    expect({ stdout, isNamed: stderr.startsWith(`${file}:`), hasStack: STACK.test(stderr) }).toEqual({
      stdout: '',
      isNamed: true,
      hasStack: false,
    })
  })

  test.each(tooMuch)('is listed, or refused without a stack: $name', async ({ name, text }) => {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, text)
    const { code, stderr } = await runProcess(['scenarios', file])
    expect([0, 2]).toContain(code)
    expect(stderr).not.toMatch(STACK)
  })
})

const scenario = (name: string, fixture: string) => `name: ${name}\ndescription: d\nfixture: ${fixture}\n`

describe('a library', () => {
  const library = join(folder, 'library')
  const written = (files: Readonly<Record<string, string>>) => {
    rmSync(library, { recursive: true, force: true })
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(library, file)), { recursive: true })
      writeFileSync(join(library, file), text)
    }
  }
  const overlay = 'instances: [{ id: 77, user_id: 1001, offer_id: 12345678 }]\n'

  test('may have a fixture that lies over others, and a scenario finds it from its own folder', async () => {
    written({ 'fixtures/over.yaml': overlay, 'scenarios/a.yaml': scenario('a', '[default, over]') })
    for (const files of [
      ['--library', library],
      [join(library, 'scenarios/a.yaml')],
      [join(library, 'fixtures/over.yaml')],
    ])
      expect(await run(['validate', ...files])).toMatchObject({ code: 0 })
  })

  test('is reported where it is not read as it seems', async () => {
    written({
      'fixture/a.yaml': 'users: []\n',
      'fixtures/empty.yaml': '',
      'fixtures/json.json': '{\n"users": [],\n}',
      'fixtures/over.yaml': overlay,
      'fixtures/scene.yaml': scenario('scene', 'default'),
      'stray.yaml': '',
      'fixtures/ruled.yaml': 'rules: {}\n',
      'scenarios/none.yaml': '',
      'scenarios/typo.yaml': 'nme: down\n',
      'scenarios/a.yaml': scenario('b', 'default'),
      'scenarios/data.yaml': 'users: []\n',
      'scenarios/twice.yaml': scenario('twice', 'default'),
      'scenarios/twice.yml': scenario('twice', 'default'),
    })
    const { code, stderr } = await run(['validate', '--library', library])
    expect({ code, said: stderr.replaceAll(`${library}/`, '').trimEnd().split('\n') }).toEqual({
      code: 1,
      said: [
        'fixture: is not read: call it fixtures',
        'stray.yaml: is not read: move it to fixtures or scenarios',
        'scenarios/twice.yaml: is not read: twice.yml has the same name',
        'fixtures/empty.yaml: is empty',
        'fixtures/json.json:2: is not JSON: take the comma before the bracket away',
        'fixtures/over.yaml:1: instances.0.user_id: there is no 1001 in users; it goes over default: write fixture: [default, over] in a scenario, or --fixture default,over',
        'fixtures/over.yaml:1: instances.0.offer_id: there is no 12345678 in offers',
        'fixtures/scene.yaml: is a scenario: move it to scenarios',
        'scenarios/a.yaml:1: name: it is started by the name of its file: write a',
        'scenarios/data.yaml: is a fixture: move it to fixtures',
        'scenarios/none.yaml: is empty',
        'scenarios/typo.yaml:1: name: is missing',
        'scenarios/typo.yaml:1: description: is missing',
        'scenarios/typo.yaml:1: nme: unknown key "nme"; did you mean "name"?',
      ],
    })
  })
})

test('what lies in the working folder is named from there', async () => {
  const file = join(mkdtempSync(join(process.cwd(), 'dist', 'validate-')), 'mine.yaml')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  writeFileSync(file, 'users: 5\n')
  const { code, stderr } = await run(['validate', file])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^dist\/validate-\w+\/mine\.yaml:1: users: /) as unknown,
  })
})
