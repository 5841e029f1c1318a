import { describe, expect, test } from 'vitest'
import { endWhatTestsStart, type Environment, run, serve, takenPort } from '../support/run-cli.ts'

endWhatTestsStart()

describe('what cannot be done ends with exit code 2 and says why', () => {
  const cases: readonly { readonly args: readonly string[]; readonly env?: Environment; readonly stderr: RegExp }[] = [
    { args: ['--frozen'], stderr: /unknown option '--frozen'[^]*Write --clock frozen\.$/m },
    { args: ['--prot', '0'], stderr: /unknown option '--prot'[^]*--port/ },
    { args: ['srve'], stderr: /srve|too many arguments/ },
    { args: ['srve', '--help'], stderr: /no command "srve"; did you mean "serve"\?/ },
    { args: ['openapi', 'extra'], stderr: /too many arguments/ },
    { args: ['--port'], stderr: /'--port <number>' argument missing/ },
    { args: ['--port', 'abc'], stderr: /'abc'.*0 to 65535/ },
    { args: ['--port', '65536'], stderr: /'65536'.*0 to 65535/ },
    { args: ['--port', '-1'], stderr: /--port|-1/ },
    { args: ['--port', '1.5'], stderr: /'1\.5'.*0 to 65535/ },
    { args: ['--clock', 'yesterday'], stderr: /'yesterday'.*real, frozen, or an instant/ },
    { args: ['--clock', '2026-02-30T00:00:00Z'], stderr: /'2026-02-30T00:00:00Z'.*real, frozen, or an instant/ },
    { args: ['--clock', '2026-01-01T00:00:00'], stderr: /'2026-01-01T00:00:00'.*real, frozen, or an instant/ },
    { args: ['--host', ''], stderr: /'--host <address>' argument '' is invalid\. It is empty\.$/m },
    {
      args: ['--control-token', ''],
      stderr:
        /'--control-token <text>' argument '' is invalid\. It is empty\. Leave it out where there is no token\.$/m,
    },
    { args: ['--seed', 'x'.repeat(257)], stderr: /'--seed <text>' argument [^]*It has more than 256 characters\.$/m },
    { args: ['--log', 'xml'], stderr: /'xml'.*pretty, json, silent/ },
    { args: ['--host', '192.0.2.1'], stderr: /192\.0\.2\.1/ },
    {
      args: ['--fixture', 'defualt'],
      stderr: /^rental-sim: there is no fixture named "defualt"; did you mean default\?$/m,
    },
    {
      args: ['--fixture', 'zzzzzzzzzz'],
      stderr:
        /^rental-sim: there is no fixture named "zzzzzzzzzz"; there are default, empty, large, market, showcase$/m,
    },
    {
      args: ['--fixture', 'default,emty'],
      stderr: /^rental-sim: there is no fixture named "emty"; did you mean empty\?$/m,
    },
    { args: [], env: { RENTAL_SIM_PORT: 'abc' }, stderr: /RENTAL_SIM_PORT.*0 to 65535/ },
    { args: [], env: { RENTAL_SIM_STRICT: 'maybe' }, stderr: /'maybe' from env 'RENTAL_SIM_STRICT'.*yes, on, or 0/ },
    { args: [], env: { RENTAL_SIM_NO_RATE_LIMIT: '2' }, stderr: /'2' from env 'RENTAL_SIM_NO_RATE_LIMIT'/ },
    { args: ['exec', '--', 'true', '--help'], env: { RENTAL_SIM_STRICT: 'maybe' }, stderr: /'RENTAL_SIM_STRICT'/ },
    { args: ['pact', 'verify'], env: { RENTAL_SIM_PUBLISH: 'nope' }, stderr: /'nope' from env 'RENTAL_SIM_PUBLISH'/ },
    { args: [], env: { RENTAL_SIM_CLOCK: 'later' }, stderr: /RENTAL_SIM_CLOCK.*real, frozen, or an instant/ },
    { args: [], env: { RENTAL_SIM_LOG: 'xml' }, stderr: /RENTAL_SIM_LOG.*pretty, json, silent/ },
    { args: [], env: { RENTAL_SIM_FIXTURE: 'emty' }, stderr: /"emty"; did you mean empty\?/ },
    { args: ['--port', '0'], env: { RENTAL_SIM_HOST: '192.0.2.1' }, stderr: /192\.0\.2\.1/ },
  ]

  const titled = cases.map((each) => ({
    ...each,
    title: [...Object.entries(each.env ?? {}).map((pair) => pair.join('=')), ...each.args].join(' '),
  }))

  test.each(titled)('$title', async ({ args, env, stderr }) => {
    const end = await run(args, { RENTAL_SIM_PORT: '0', ...env })
    expect(end).toEqual({ code: 2, signal: null, stdout: '', stderr: expect.stringMatching(stderr) as unknown })
    expect(end.stderr, 'no stack').not.toMatch(/^ +at /m)
  })

  test.each(['by option', 'by environment'])('a port in use, %s', async (how) => {
    const port = String(await takenPort())
    const end = how === 'by option' ? run(['--port', port]) : run([], { RENTAL_SIM_PORT: port })
    expect(await end).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: `rental-sim: listen EADDRINUSE: address already in use 127.0.0.1:${port}; --port 0 takes any free port\n`,
    })
  })

  test('a port on which a simulator is running', async () => {
    const server = await serve()
    const { port } = new URL(server.url)
    const { stderr } = await run(['--port', port])
    expect(stderr).toBe(
      `rental-sim: listen EADDRINUSE: address already in use 127.0.0.1:${port}; a simulator is running on that port already; --port 0 takes any free port\n`,
    )
  })
})
