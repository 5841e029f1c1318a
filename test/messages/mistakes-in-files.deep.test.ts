import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { folderForTest } from '../support/folders.ts'
import { startProcess } from '../support/process.ts'
import { commands, files, type Mistake, tellsOf, throws } from '../support/mistakes.ts'
import { run } from '../support/run-cli.ts'

function emptyFile(name: string): string {
  const folder = folderForTest()
  writeFileSync(join(folder, name), '\n')
  return join(folder, name)
}

const written: readonly Mistake[] = [
  [
    'a fault without indented parts',
    files('scenarios/a.yaml', 'name: a\ndescription: a\nfaults:\n  - name: a\n  effect: { status: 503 }\n'),
    'is indented',
    'a.yaml:5',
    'in one column',
  ],
  [
    'a space too many',
    files('fixtures/a.yaml', 'users:\n  - id: 1\n    name: a\n     email: b\n'),
    'below is indented too far',
    'a.yaml:3',
    'in one column',
  ],
  [
    'a value that is misspelt',
    files(
      'fixtures/a.yaml',
      'users: [{ id: 1, name: a }]\noffers: [{ id: 9, host_id: 1, gpu_name: L4 }]\ninstances:\n  - { id: 2, user_id: 1, offer_id: 9, actual_status: runing }\n',
    ),
    'expected one of',
    'a.yaml:4: instances.0.actual_status',
    'did you mean "running"?',
  ],
  [
    'an item without its dash',
    files('fixtures/a.yaml', 'users:\n  - id: 1\n    name: a\n  id: 2\n'),
    'indented',
    'a.yaml:4',
    'in one column',
  ],
]

const started: readonly Mistake[] = [
  ['a misspelt option', commands('--clok', 'frozen'), 'unknown option', '--clok', '--clock'],
  [
    'several values without a comma',
    commands('--fixture', 'default', 'market'),
    'too many arguments',
    '--fixture',
    '--fixture default,market',
  ],
  [
    'a command without -- before it',
    commands('exec', '--fail-on', 'unmatched', 'bash', 't.sh'),
    "'bash' is invalid",
    'before the command',
    'rental-sim exec --fail-on unmatched -- bash t.sh',
  ],
  [
    'an option of serve',
    commands('exec', '--watch', '--', 'vite'),
    'unknown option',
    "'--watch'",
    'rental-sim serve --watch',
  ],
  [
    'an option after the command',
    async () => (await run(['exec', 'true', '--scenario', 'slow-boot'])).stderr,
    'the simulator does not',
    '--scenario stands after the command',
    'rental-sim exec --scenario … -- true',
  ],
  [
    'a report of no simulator',
    commands('report', '--url', 'http://127.0.0.1:9'),
    'no simulator answers',
    'http://127.0.0.1:9',
    'start one with rental-sim serve, or name where it runs with --url',
  ],
  [
    'a scenario in place of a bundle',
    commands('replay', 'slow-boot'),
    'is a scenario, not a file',
    'slow-boot',
    'rental-sim --scenario slow-boot',
  ],
  [
    'an empty bundle',
    async () => commands('replay', emptyFile('bundle.json'))(),
    'is empty',
    'bundle.json',
    'write it anew with rental-sim bundle',
  ],
  [
    'an empty capture',
    async () => commands('drift', emptyFile('listing.json'))(),
    'is empty',
    'listing.json',
    'Is a simulator running at its URL?',
  ],
  [
    'an empty file to import',
    async () => commands('import', emptyFile('answer.json'))(),
    'is empty',
    'answer.json',
    'did the command that wrote it fail?',
  ],
  [
    'a scenario with a name like no other',
    commands('--scenario', 'zzzzzz'),
    'no scenario named',
    '"zzzzzz"',
    'rental-sim scenarios lists them',
  ],
  [
    'a port in code',
    throws(() => createSimulator({ config: false, ...JSON.parse('{"port": 4010}') })),
    'unknown key',
    '"port"',
    'await sim.listen({ port: 4010 })',
  ],
  [
    'a misspelt option in code',
    throws(() => createSimulator(JSON.parse('{"clok": "frozen"}') as object)),
    'unknown key',
    'clok',
    '"clock"',
  ],
]

describe('a file with a mistake gets what, where and what to write:', () => {
  tellsOf(written)
})

describe('a start with a mistake gets what, where and what to write:', () => {
  tellsOf(started)
})

test('an advance that looks like milliseconds says what to write, and one of seconds or of days does not', async () => {
  const sim = createSimulator({ config: false, clock: 'frozen' })
  expect((await sim.clock.advance(120_000)).msg).toBe(
    '120000 seconds are 33.3 hours: for 120000 milliseconds write 120',
  )
  const advance = (seconds: number) =>
    sim.fetch('/_sim/clock/advance', { method: 'POST', body: JSON.stringify({ seconds }) })
  expect(await (await advance(45_000)).json()).toMatchObject({ msg: expect.stringContaining('write 45') })
  for (const seconds of [0, 2, 3600, 86_400, 30 * 86_400, 5 * 86_400, 1234567])
    expect(await (await advance(seconds)).json()).not.toHaveProperty('msg')
})

test('a config with several mistakes lists all of them, each with what to write', async () => {
  const folder = folderForTest()
  writeFileSync(join(folder, 'rental-sim.config.yaml'), 'serve:\n  port: x\n  prot: 4011\nrateLimit: false\n')
  const { code, stderr } = await startProcess(process.execPath, [resolve('dist/cli.cjs'), 'validate'], {
    cwd: folder,
    env: process.env,
  }).ended
  expect({ code, lines: stderr.trim().split('\n') }).toEqual({
    code: 1,
    lines: [
      'rental-sim.config.yaml:4: rateLimit: expected object, received boolean; for example {"enabled":false}',
      'rental-sim.config.yaml:2: serve.port: is not a port: write a whole number from 0 to 65535, as in port: 4011',
      'rental-sim.config.yaml:3: serve.prot: unknown key "prot"; did you mean "port"?',
    ],
  })
})
