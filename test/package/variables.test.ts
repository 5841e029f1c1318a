import { expect, test } from 'vitest'
import { variables } from '../../src/cli/variables.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

const commands =
  'serve,exec,report,validate,bundle,replay,scenarios,import,init,doctor,sweep,health,openapi,pact verify,pact write'.split(
    ',',
  )
/** Those that no option has: what commands tell the processes that they start. */
const ofNoOption = ['API_KEY', 'SWEEP_FOLDER', 'TOTALS_FOLDER', 'TRIAL']

test('the variables that are known are those of all options', async () => {
  const inHelp = await Promise.all(
    commands.map(async (command) => {
      const { stdout } = await run([...command.split(' '), '--help'])
      return [...stdout.replaceAll(/\s+/g, ' ').matchAll(/env: RENTAL_SIM_([A-Z_]+)/g)].map(([, name = '']) => name)
    }),
  )
  expect(new Set([...inHelp.flat(), ...ofNoOption])).toEqual(new Set(variables))
})

test.each([
  ['RENTAL_SIM_CLOK', 'rental-sim: RENTAL_SIM_CLOK sets nothing; did you mean RENTAL_SIM_CLOCK?\n'],
  [
    'RENTAL_SIM_NO_RATELIMIT',
    'rental-sim: RENTAL_SIM_NO_RATELIMIT sets nothing; did you mean RENTAL_SIM_NO_RATE_LIMIT?\n',
  ],
  ['RENTAL_SIM_CLOCK', ''],
  ['RENTAL_SIM_SERVICE_HOST', ''],
  ['RENTAL_SIM_PORT_4010_TCP_ADDR', ''],
  ['RENTAL_SIM_OUR_OWN_THING', ''],
])('%s is told where it is nearly one that there is', async (name, told) => {
  const end = await run(['validate', 'fixtures/default.yaml'], { [name]: 'frozen' })
  expect(end).toMatchObject({ code: 0, stderr: told })
})

test('options before a command are answered with where they stand', async () => {
  const end = await run(['--library', 'x', 'scenarios'])
  expect(end).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The command stands first: rental-sim scenarios'),
  })
})
