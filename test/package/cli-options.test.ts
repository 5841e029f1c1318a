import { describe, expect, test } from 'vitest'
import { addressIn, ask, endWhatTestsStart, run, serve, start } from '../support/run-cli.ts'

endWhatTestsStart()

/** What a client sees of the options that a server was started with. */
async function facts(url: string) {
  const state = (await ask(`${url}/_sim/state`)).body as { seed: string; offers: readonly unknown[] }
  const list = async () => (await ask(`${url}/api/v0/instances/`)).status
  return {
    seed: state.seed,
    offers: state.offers.length,
    clock: (await ask(`${url}/_sim/clock`)).body,
    lists: [await list(), await list()],
  }
}

const invented = async (seed: string) =>
  (await ask(`${(await serve(['--seed', seed, '--clock', 'frozen'])).url}/api/v0/template/`)).body

describe('options', () => {
  const given = {
    seed: 'mine',
    offers: 0,
    clock: { now: '2027-03-04T05:06:07.000Z', mode: 'frozen' },
    lists: [200, 200],
  }
  const options = ['--seed', 'mine', '--fixture', 'empty', '--clock', '2027-03-04T05:06:07Z', '--no-rate-limit']
  const environment = {
    RENTAL_SIM_SEED: 'mine',
    RENTAL_SIM_FIXTURE: 'empty',
    RENTAL_SIM_CLOCK: '2027-03-04T05:06:07Z',
    RENTAL_SIM_NO_RATE_LIMIT: '1',
  }

  test('by default: the default fixture and seed, and rate limits', async () => {
    const { url } = await serve(['--clock', 'frozen'])
    expect(await facts(url)).toEqual({
      seed: 'rental-sim',
      offers: 67,
      clock: { now: '2026-01-01T00:00:00.000Z', mode: 'frozen' },
      lists: [200, 429],
    })
  })

  test('by default the clock runs', async () => {
    const { url } = await serve()
    expect((await ask(`${url}/_sim/clock`)).body).toMatchObject({ mode: 'real' })
  })

  test('are taken from the command line', async () => {
    expect(await facts((await serve(options)).url)).toEqual(given)
  })

  test('are taken from the command line of serve', async () => {
    const server = start(['serve', '--port', '0', '--log', 'json', ...options])
    const url = addressIn(await server.until(/\n/))
    expect(await facts(url)).toEqual(given)
  })

  test('are taken from the environment', async () => {
    const server = start([], { ...environment, RENTAL_SIM_PORT: '0', RENTAL_SIM_LOG: 'json' })
    const url = addressIn(await server.until(/\n/))
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(url).not.toMatch(/:4010$/)
    expect(await facts(url)).toEqual(given)
  })

  test.each(['0', 'false', 'no', 'off', 'FALSE', 'Off', ''])(
    'RENTAL_SIM_NO_RATE_LIMIT=%s leaves the limits on',
    async (value) => {
      const { url } = await serve(['--clock', 'frozen'], { RENTAL_SIM_NO_RATE_LIMIT: value })
      expect((await facts(url)).lists).toEqual([200, 429])
    },
  )

  test.each(['1', 'true', 'yes', 'on', 'True', 'ON'])('RENTAL_SIM_NO_RATE_LIMIT=%s takes them away', async (value) => {
    const { url } = await serve(['--clock', 'frozen'], { RENTAL_SIM_NO_RATE_LIMIT: value })
    expect((await facts(url)).lists).toEqual([200, 200])
  })

  test('a variable of a switch that another command has is not read', async () => {
    expect(await run(['scenarios'], { RENTAL_SIM_STRICT: 'maybe' })).toMatchObject({ code: 0, stderr: '' })
  })

  test('a variable that is set to nothing is not set', async () => {
    const { stdout: help } = await run(['serve', '--help'])
    const names = [...help.matchAll(/RENTAL_SIM_[A-Z_]+/g)].map(([name]) => name)
    expect(names).toContain('RENTAL_SIM_CONTROL_TOKEN')
    // An empty token would open the server: it is refused.
    const others = names.filter((name) => name !== 'RENTAL_SIM_CONTROL_TOKEN')
    const { url } = await serve([], Object.fromEntries(others.map((name) => [name, ''])))
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await facts(url)).toEqual({
      seed: 'rental-sim',
      offers: 67,
      clock: { now: expect.any(String), mode: 'real' },
      lists: [200, 429],
    })
    const asked = ['--input-type=module', '-e', 'process.stdout.write(new URL(process.env.RENTAL_SIM_URL).port)']
    const { code, stdout } = await run(['exec', '--', process.execPath, ...asked], { RENTAL_SIM_PORT: '' })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+$/) })
  })

  test('the command line wins over the environment', async () => {
    const { url } = await serve(options, { RENTAL_SIM_SEED: 'theirs', RENTAL_SIM_FIXTURE: 'large' })
    expect(await facts(url)).toEqual(given)
  })

  test.each([
    { command: 'serve', atLeast: 7 },
    { command: 'exec', atLeast: 7 },
    { command: 'report', atLeast: 7 },
    { command: 'bundle', atLeast: 4 },
    { command: 'pact verify', atLeast: 7 },
    { command: 'health', atLeast: 1 },
    { command: 'validate', atLeast: 1 },
    { command: 'scenarios', atLeast: 1 },
  ])('each of $command names its variable in the help', async ({ command, atLeast }) => {
    const { stdout } = await run([...command.split(' '), '--help'])
    const entries = stdout
      .slice(stdout.indexOf('Options:'))
      .replaceAll(/\s+/g, ' ')
      .split(/ (?=--[a-z-]+ )/)
      .filter((entry) => entry.startsWith('--') && !entry.startsWith('--help'))
    expect(entries.length).toBeGreaterThanOrEqual(atLeast)
    for (const entry of entries) {
      const [name = ''] = entry.slice(2).split(' ')
      expect(entry).toMatch(new RegExp(`env: (RENTAL_SIM|PACT)_${name.replaceAll('-', '_').toUpperCase()}\\)`))
    }
  })

  test('--host is where it listens', async () => {
    const { url } = await serve(['--host', 'localhost'])
    expect(url).toMatch(/^http:\/\/localhost:\d+$/)
    expect(await ask(`${url}/_sim/health`)).toMatchObject({ status: 200 })
  })

  test('the seed decides the invented values', async () => {
    const [one, same, other] = await Promise.all([invented('a'), invented('a'), invented('b')])
    expect(same).toEqual(one)
    expect(other).not.toEqual(one)
  })
})
