import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { endWhatTestsStart, type Environment, freePort, run, takenPort } from '../support/run-cli.ts'
import { run as runProcess } from '../support/spawn-cli.ts'
import { folderForTest } from '../support/folders.ts'
import { fileOf, noConnections, pactFile, pactOf } from './pact-file.ts'
import { verify as verifyByPact } from './pact-process.ts'

endWhatTestsStart()

const verify = (args: readonly string[], env?: Environment) => run(['pact', 'verify', ...args], env)
const refusal = (stderr: string) => ({ code: 2, signal: null, stdout: '', stderr })

describe('a file that is no pact ends with 2 and is named', () => {
  test('a text that does not parse', async () => {
    const file = fileOf('{"consumer":')
    expect(await verify([file])).toEqual(refusal(`rental-sim: ${file}: is not JSON: Unexpected end of JSON input\n`))
  })

  test('YAML, which Pact does not read', async () => {
    const file = fileOf('consumer: { name: backup }\nprovider: { name: marketplace }\ninteractions: []\n')
    expect(await verify([file])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`rental-sim: ${file}: is not JSON: `) as unknown,
    })
  })

  test('JSON that is not a pact', async () => {
    const file = fileOf('{"hello":1}')
    expect(await verify([file])).toEqual(refusal(`rental-sim: ${file}: is not a pact file\n`))
  })

  test('a file that there is not', async () => {
    const file = join(folderForTest(), 'missing.json')
    expect(await verify([file])).toEqual(refusal(`rental-sim: ${file}: there is no such file\n`))
  })

  test('a folder without pacts', async () => {
    const folder = folderForTest()
    expect(await verify([folder])).toEqual(refusal(`rental-sim: ${folder}: holds no .json file\n`))
  })
})

describe('a state that cannot be set up ends with 2 before anything is started', () => {
  test.each([
    { state: 'the account is emty', why: '; did you mean "the account is empty"?' },
    {
      state: 'a purple elephant',
      why: '; rental-sim scenarios lists them, and rental-sim/scenarios/mine.yaml makes it one: { name: mine, description: mine, provider_states: ["a purple elephant"], fixture: default }',
    },
  ])('$state', async ({ state, why }) => {
    const file = pactFile([noConnections('good', 'the account is empty'), noConnections('bad', state)])
    // Not even the port was asked for.
    expect(await verify(['--port', String(await takenPort()), file])).toEqual(
      refusal(`rental-sim: ${file}: "bad": there is no provider state "${state}"${why}\n`),
    )
  })

  test('a name that would steer a terminal is printed, not obeyed', async () => {
    const file = pactFile([noConnections('bad', '\u001B]0;x\u0007\u202E')])
    const { code, stderr } = await verify([file])
    expect(code).toBe(2)
    expect(stderr).toContain(String.raw`there is no provider state "\u001b]0;x\u0007\u202e"`)
    expect(stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('a parameter of the wrong type', async () => {
    const state = { name: 'the cloud connections cannot be read', params: { status: '418' } }
    const file = pactFile([noConnections('bad', state)])
    expect(await verify(['--port', String(await takenPort()), file])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/"bad": .*the parameter status is a number, not "418"\n$/) as unknown,
    })
  })
})

describe('a pact that needs plugins', () => {
  const interaction = noConnections('good', 'the account is empty')
  const withMetadata = (metadata: object) => ({ ...pactOf([interaction]), metadata })
  const configured = { pluginConfiguration: { protobuf: { descriptor: 'x' } } }
  const refused = {
    'plugins by name': withMetadata({ plugins: [{ name: 'csv', version: '0.0.6' }] }),
    'plugins in a form that Pact may read one day': withMetadata({ plugins: { csv: '0.0.6' } }),
    'configuration of an interaction': pactOf([{ ...interaction, ...configured }]),
    'configuration of a response': pactOf([{ ...interaction, response: { status: 200, ...configured } }]),
    'configuration in a message': pactOf([{ description: 'm', type: 'Synchronous/Messages', response: [configured] }]),
  }

  test.each(Object.entries(refused))('%s: ends with 2 before anything is started', async (_, pact) => {
    const file = fileOf(JSON.stringify(pact))
    expect(await verify(['--port', String(await takenPort()), file])).toEqual(
      refusal(
        `rental-sim: ${file}: needs Pact plugins, which are programs; --allow-plugins lets Pact load and run them\n`,
      ),
    )
  })

  test('is not one that has an empty list of them, or bodies that only look like it', async () => {
    const pact = { ...pactOf([{ ...interaction, request: { ...interaction.request, body: configured } }]) }
    const file = fileOf(JSON.stringify({ ...pact, metadata: { ...pact.metadata, plugins: [] } }))
    expect((await verifyByPact([file])).code).toBe(0)
  })

  test('is run with --allow-plugins, and a crash of Pact ends with 2 and one line', async () => {
    const folder = folderForTest()
    const plugin = join(folder, 'broken-0.0.1')
    mkdirSync(plugin)
    const entry = { executableType: 'exec', entryPoint: 'run.sh' }
    const manifest = { manifestVersion: 1, pluginInterfaceVersion: 1, name: 'broken', version: '0.0.1', ...entry }
    writeFileSync(join(plugin, 'pact-plugin.json'), JSON.stringify(manifest))
    writeFileSync(join(plugin, 'run.sh'), '#!/bin/sh\ntouch "$(dirname "$0")/ran"\nexit 1\n', { mode: 0o755 })
    const pact = pactOf([{ ...interaction, type: 'Synchronous/HTTP' }], '4.0')
    const metadata = { ...pact.metadata, plugins: [{ name: 'broken', version: '0.0.1' }] }
    const file = fileOf(JSON.stringify({ ...pact, metadata }))
    const env = { PACT_PLUGIN_DIR: folder, PACT_DO_NOT_TRACK: 'true' }
    expect(await runProcess(['pact', 'verify', file], env)).toMatchObject({ code: 2 })
    expect(existsSync(join(plugin, 'ran'))).toBe(false)
    expect(await runProcess(['pact', 'verify', '--allow-plugins', file], env)).toMatchObject({
      code: 2,
      stderr: "rental-sim: Pact's verifier ended without a result: Pact core crashed\n",
    })
    expect(existsSync(join(plugin, 'ran'))).toBe(true)
  })
})

test('a pact that nests deeper than Pact reads is none', async () => {
  const deep = `{"consumer":{"name":"a"},"provider":{"name":"b"},"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  const file = fileOf(deep)
  expect(await verify([file])).toEqual(refusal(`rental-sim: ${file}: is not a pact file\n`))
})

test('a port in use ends with 2', async () => {
  const port = await takenPort()
  const file = pactFile([noConnections('good', 'the account is empty')])
  expect(await verify(['--port', String(port), file])).toEqual(
    refusal(`rental-sim: listen EADDRINUSE: address already in use 127.0.0.1:${port}; --port 0 takes any free port\n`),
  )
})

test('a port that is given is free again afterwards', async () => {
  const port = await freePort()
  const file = pactFile([noConnections('good', 'the account is empty')])
  expect((await runProcess(['pact', 'verify', '--port', String(port), file])).code).toBe(0)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})

describe('arguments that do not go together end with 2', () => {
  const broker = ['--broker-base-url', 'http://127.0.0.1:9', '--provider', 'marketplace']

  const cases: readonly { readonly args: readonly string[]; readonly env?: Environment; readonly stderr: string }[] = [
    { args: [], stderr: 'error: name pact files, folders of them, URLs, or --broker-base-url\n' },
    {
      args: [],
      env: { PACT_BROKER_BASE_URL: '' },
      stderr: 'error: name pact files, folders of them, URLs, or --broker-base-url\n',
    },
    {
      args: ['--broker-base-url', 'http://127.0.0.1:9'],
      stderr: 'error: --broker-base-url needs --provider, the name that the broker knows\n',
    },
    { args: [...broker, '--publish'], stderr: 'error: --publish needs --provider-version\n' },
    {
      args: [...broker, '--publish', '--provider-version', ''],
      stderr: 'error: --publish needs --provider-version\n',
    },
    {
      args: ['pact.json', '--publish', '--provider-version', '1'],
      stderr: 'error: --publish needs a broker to publish to: pacts by their URLs there, or --broker-base-url\n',
    },
    {
      args: [...broker, '--broker-username', 'me'],
      stderr: 'error: --broker-username and --broker-password belong together\n',
    },
    {
      args: [...broker, '--broker-username', 'me', '--broker-password', 'secret'],
      env: { PACT_BROKER_TOKEN: 'token' },
      stderr: 'error: give --broker-token, or --broker-username, not both\n',
    },
    {
      args: [...broker, '--consumer-version-selectors', '{"latest":true}'],
      stderr: `error: option '--consumer-version-selectors <json>' argument '{"latest":true}' is invalid. It is a JSON array of objects.\n`,
    },
  ]
  const titled = cases.map((each) => ({
    ...each,
    title: [...Object.entries(each.env ?? {}).map((pair) => pair.join('=')), 'pact verify', ...each.args].join(' '),
  }))

  test.each(titled)('$title', async ({ args, env, stderr }) => {
    expect(await verify(args, env)).toEqual(refusal(stderr))
  })

  test('a switch that the environment turns off is off', async () => {
    const file = pactFile([noConnections('good', 'the account is empty')])
    expect((await verifyByPact([file], { RENTAL_SIM_PUBLISH: 'false', PACT_BROKER_TOKEN: '' })).code).toBe(0)
  })
})

test('without Pact it ends with 2 and says how to install it', async () => {
  const folder = folderForTest()
  cpSync(fileURLToPath(new URL('../../dist', import.meta.url)), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const file = pactFile([noConnections('good', 'the account is empty')])
  const end = await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['cli.cjs', 'pact', 'verify', file],
      { cwd: folder, env: { PATH: process.env['PATH'] } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
  expect(end).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'rental-sim: pact verify needs @pact-foundation/pact, which is not installed here: npm install --save-dev @pact-foundation/pact@16\n',
  })
})
