import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { version } from '../../package.json' with { type: 'json' }
import { folderForFile } from '../support/folders.ts'
import { type Environment, startProcess } from '../support/process.ts'
import { endWhatTestsStart, freePort } from '../support/spawn-cli.ts'

endWhatTestsStart()

const root = folderForFile()

async function doctor(name: string, files: Readonly<Record<string, string>>, env: Environment) {
  const cwd = join(root, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  const { code, stdout } = await startProcess(process.execPath, [resolve('dist/cli.cjs'), 'doctor'], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
  }).ended
  return { code, lines: stdout.trimEnd().split('\n') }
}

const installed = (name: string, its: string) => ({ [`node_modules/${name}/package.json`]: `{"version":"${its}"}` })
const fixture = { 'rental-sim/fixtures/mine.yaml': 'users: [{ id: 1, name: a }]\n' }

test('a project without mistakes is described, with exit code 0', async () => {
  const port = await freePort()
  const files = { ...fixture, ...installed('rental-sim', version), ...installed('vitest', '5.1.1') }
  const { code, lines } = await doctor('well', files, {
    RENTAL_SIM_PORT: String(port),
    HTTP_PROXY: 'http://u:secret@proxy.example',
    NO_PROXY: 'localhost, 127.0.0.1',
  })
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [
      `fine   rental-sim ${version} on Node ${process.versions.node}`,
      `fine   ${join(root, 'well', 'node_modules', 'rental-sim')} is the same version`,
      'fine   config: rental-sim/, fixtures and scenarios: 1',
      'fine   variables: RENTAL_SIM_PORT',
      `fine   port ${port} is free`,
      'fine   proxy: HTTP_PROXY, and not for 127.0.0.1',
      'fine   @pact-foundation/pact is not installed; you need it only for rental-sim/pact',
      'fine   msw is not installed; you need it only for rental-sim/msw',
      'fine   vitest 5.1.1',
      'nothing is wrong',
    ],
  })
})

test.each([
  { value: '1', line: 'fine   config: left alone' },
  { value: '0', line: 'fine   config: rental-sim/, fixtures and scenarios: 1' },
])('a config is left alone where RENTAL_SIM_NO_CONFIG=$value leaves it alone', async ({ value, line }) => {
  const env = { RENTAL_SIM_NO_CONFIG: value, RENTAL_SIM_PORT: String(await freePort()) }
  const { lines } = await doctor(`config-${value}`, fixture, env)
  expect(lines.filter((each) => each.startsWith('fine   config'))).toEqual([line])
})

test('each mistake is reported with its remedy, with exit code 1', async () => {
  const other = createServer((_request, response) => response.end('another program'))
  onTestFinished(() => void other.close())
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  const files = {
    ...installed('rental-sim', '0.0.9'),
    ...installed('vitest', '3.2.4'),
    'rental-sim.config.yaml': `serve: { port: ${port} }\nfixture: mien\n`,
    'rental-sim.config.yml': '',
    'rental-sim/stray.yaml': '',
    ...fixture,
  }
  const { code, lines } = await doctor('ill', files, {
    RENTAL_SIM_CLOK: 'frozen',
    http_proxy: 'http://u:secret@proxy.example',
  })
  const wrong = lines.flatMap((line, at) => (line.startsWith('wrong') ? [[line.slice(7), lines[at + 1]?.trim()]] : []))
  expect({ code, wrong, last: lines.at(-1) }).toEqual({
    code: 1,
    wrong: [
      [
        `${join(root, 'ill', 'node_modules', 'rental-sim')} is 0.0.9, this command ${version}: tests and command would differ`,
        `npm install --save-dev rental-sim@${version}, and npx --no-install rental-sim`,
      ],
      ['rental-sim.config.yml is not read', 'call it rental-sim.config.yaml, .json or .ts'],
      [
        'rental-sim/stray.yaml: is not read: move it to fixtures or scenarios',
        'rental-sim validate lists all problems',
      ],
      [
        'config: rental-sim.config.yaml, rental-sim/: there is no fixture named "mien"; did you mean mine?',
        'rental-sim validate lists all problems',
      ],
      ['RENTAL_SIM_CLOK sets nothing; did you mean RENTAL_SIM_CLOCK?', 'rename it, or unset it'],
      [`port ${port} cannot be listened on: EADDRINUSE`, '--port 0 takes any free one, --port 4011 another'],
      [
        'proxy: http_proxy, also for requests to 127.0.0.1',
        'export NO_PROXY=127.0.0.1,localhost; exec does so for its command',
      ],
      ['vitest 3.2.4 is not >=4.1.0', "npm install --save-dev vitest@'>=4.1.0'"],
    ],
    last: '8 things are wrong',
  })
})
