import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { IMAGE, printed } from '../support/container.ts'
import { shellBlocks } from '../support/sh.ts'

const MINUTE_MS = 60_000
const EXAMPLE = 'docs/examples/testcontainers'

test('the example with Testcontainers passes as its README runs it', { timeout: 5 * MINUTE_MS }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(EXAMPLE, folder, { recursive: true })
  // Podman asks for a million open files, which a machine may refuse.
  const suite = join(folder, 'simulator.test.js')
  const limits = { nofile: { soft: 1024, hard: 4096 }, nproc: { soft: 4096, hard: 4096 } }
  const limited = `new SimulatorContainer().withUlimits(${JSON.stringify(limits)})`
  writeFileSync(suite, readFileSync(suite, 'utf8').replace('new SimulatorContainer()', limited))

  const [install = '', run = ''] =
    shellBlocks(readFileSync(`${EXAMPLE}/README.md`, 'utf8'))[0]?.script.split('\n') ?? []
  expect([install, run]).toEqual(['npm install', 'npm test'])
  await printed('npm', [...install.split(' ').slice(1), '--prefix', folder, '--ignore-scripts', '--no-audit'])
  // No registry has the container that clears up after a process that dies.
  const settings = [`RENTAL_SIM_IMAGE=${IMAGE}`, 'TESTCONTAINERS_RYUK_DISABLED=true']
  const inNetwork = ['--net', 'test/image/docker-api.sh', 'env', ...settings]
  const stdout = await printed('unshare', [...inNetwork, ...run.split(' '), '--prefix', folder])
  expect(stdout).toMatch(/^# pass 2$/m)
  expect(stdout).toMatch(/^# fail 0$/m)
})
