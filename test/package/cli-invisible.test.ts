import { expect, test } from 'vitest'
import { endWhatTestsStart, type Environment, run, serve } from '../support/run-cli.ts'

endWhatTestsStart()

const QUOTES = 'It has quotes around it, which are a part of it: leave them out.'
const BLANKS = 'It has a blank or an invisible character at its beginning or end.'

test.each<[readonly string[], Environment, shown: string, why: string]>([
  [[], { RENTAL_SIM_PORT: '5702\u00A0' }, String.raw`'5702\u00a0' from env 'RENTAL_SIM_PORT'`, BLANKS],
  [[], { RENTAL_SIM_PORT: '"5702"' }, `'"5702"' from env 'RENTAL_SIM_PORT'`, QUOTES],
  [[], { RENTAL_SIM_HOST: '"127.0.0.1"' }, `'"127.0.0.1"' from env 'RENTAL_SIM_HOST'`, QUOTES],
  [[], { RENTAL_SIM_HOST: '127.0.0.1 ' }, `'127.0.0.1 ' from env 'RENTAL_SIM_HOST'`, BLANKS],
  [[], { RENTAL_SIM_SEED: "'a'" }, `''a'' from env 'RENTAL_SIM_SEED'`, QUOTES],
  [[], { RENTAL_SIM_FIXTURE: '"default"' }, `'"default"' from env 'RENTAL_SIM_FIXTURE'`, QUOTES],
  [[], { RENTAL_SIM_CONTROL_TOKEN: '"secret"' }, 'RENTAL_SIM_CONTROL_TOKEN', QUOTES],
  [['--clock', '\uFEFFfrozen'], {}, String.raw`'\ufefffrozen'`, BLANKS],
  [['--allowed-host', 'sim.company.com\u200B'], {}, String.raw`'sim.company.com\u200b'`, BLANKS],
  [['--library', '\u3000shared'], {}, String.raw`'\u3000shared'`, BLANKS],
  [['report'], { RENTAL_SIM_URL: '"http://127.0.0.1:1"' }, `from env 'RENTAL_SIM_URL'`, QUOTES],
  [['exec', '--report', "'a.md'", '--', 'true'], {}, `''a.md''`, QUOTES],
])('%j with %j is refused, and shows why', async (args, env, shown, why) => {
  const { code, stdout, stderr } = await run(args, env)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(shown)
  expect(stderr).toContain(why)
  expect(stderr).toMatch(/^[^\p{Cc}\p{Cf}\u00A0\u3000]*\n$/u)
})

test.each(['no\u00A0such', 'no\u202Fsuch', 'no\u200Bsuch'])('a name with %j within shows it', async (name) => {
  const { code, stderr } = await run(['--fixture', name])
  expect(code).toBe(2)
  expect(stderr).toMatch(/"no\\u(00a0|202f|200b)such"/)
})

test.each([
  { host: '[::1]', at: '[::1]' },
  { host: '[0:0:0:0:0:0:0:1]', at: '[0:0:0:0:0:0:0:1]' },
  { host: '::1', at: '[::1]' },
])('listens on $host', async ({ host, at }) => {
  const { url } = await serve(['--host', host])
  expect(url).toMatch(`http://${at}:`)
  expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
})

test('quotes and blanks within a value are a part of it', async () => {
  const { url } = await serve(['--seed', `a "b" 'c`, '--allowed-host', 'a.test, b.test'])
  expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
})
