import { describe } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { commands, files, type Mistake, tellsOf, throws } from '../support/mistakes.ts'
import { run, takenPort } from '../support/run-cli.ts'

const written: readonly Mistake[] = [
  [
    'an unknown key in a fixture',
    files('fixtures/a.yaml', 'users:\n  - { id: 1, name: a, api_keyz: [] }\n'),
    'unknown key',
    'a.yaml:2',
    '"api_keys"',
  ],
  [
    'a row that refers to nothing',
    files('fixtures/a.yaml', 'users: [{ id: 1, name: a }]\ninstances:\n  - { id: 2, user_id: 1, offer_id: 9 }\n'),
    'there is no 9',
    'a.yaml:3: instances.0.offer_id',
    'in offers',
  ],
  [
    'an id that is taken',
    files('fixtures/a.yaml', 'users:\n  - { id: 1, name: a }\n  - { id: 1, name: b }\n'),
    '1 is taken',
    'a.yaml:3',
    'by users.0',
  ],
  [
    'a fault whose parts are not indented',
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
  ['a tab', files('fixtures/a.yaml', 'users:\n\t- id: 1\n'), 'by a tab', 'a.yaml:2', 'with spaces'],
  [
    'a fixture in JSON with a comment',
    files('fixtures/a.json', '{\n  // mine\n  "users": []\n}\n'),
    'not JSON',
    'a.json:2',
    'take this one away',
  ],
]

const started: readonly Mistake[] = [
  ['a misspelt option', commands('--clok', 'frozen'), 'unknown option', '--clok', '--clock'],
  ['an option of its own for a value', commands('--frozen'), 'unknown option', '--frozen', '--clock frozen'],
  ['a misspelt command', commands('serv'), 'no command', '"serv"', '"serve"'],
  [
    'a value that an option does not take',
    commands('--port', 'x'),
    'is invalid',
    "--port <number>' argument 'x'",
    'a whole number from 0 to 65535',
  ],
  ['a misspelt fixture', commands('--fixture', 'defualt'), 'no fixture', '"defualt"', 'default?'],
  [
    'a misspelt rule',
    commands('--rule', 'instances.create.offer-unknow=404'),
    'no rule',
    'offer-unknow',
    '"instances.create.offer-unknown"?\n',
  ],
  ['a port in use', async () => commands('--port', String(await takenPort()))(), 'in use', 'EADDRINUSE', '--port 0'],
  [
    'a misspelt variable',
    async () => (await run(['exec', '--', 'true'], { RENTAL_SIM_CLOK: 'frozen' })).stderr,
    'sets nothing',
    'RENTAL_SIM_CLOK',
    'RENTAL_SIM_CLOCK?',
  ],
  [
    'a scenario with a name like no other',
    commands('--scenario', 'zzzzzz'),
    'no scenario named',
    '"zzzzzz"',
    'rental-sim scenarios lists them',
  ],
  [
    'a switch for the options of the rate limit in code',
    throws(() => createSimulator({ config: false, ...JSON.parse('{"rateLimit": false}') })),
    'expected object',
    'rateLimit',
    '{"enabled":false}',
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
  [
    'a misspelt scenario in code',
    throws(() => createSimulator().scenario('slow-boots')),
    'no scenario',
    '"slow-boots"',
    'slow-boot?',
  ],
]

describe('a file with a mistake gets what, where and what to write:', () => {
  tellsOf(written)
})

describe('a start with a mistake gets what, where and what to write:', () => {
  tellsOf(started)
})
