import { cpSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type SweepReport, sweepSchema } from '../../src/sweep/report.ts'
import { copiedProject, installedProject, type Project } from '../support/installed-project.ts'
import { shellBlocks } from '../support/sh.ts'

const verdictsIn = ({ trials }: SweepReport) =>
  Object.fromEntries(trials.map(({ id, verdict }) => [id.split('/').at(-1), verdict]))

describe('in a Node project, with node:test', () => {
  let project: Project
  beforeAll(async () => {
    project = await installedProject(inject('tarball'), { from: 'docs/examples/sweep' })
  })
  afterAll(() => project?.remove())

  const sweep = async (client: string) => {
    const options = ['--only', 'lost-reply', '--trial', 'instances.create/**', '--format', 'json']
    const command = ['rental-sim', 'sweep', ...options, '--', 'node', 'client.test.js']
    const { code, stdout } = await project.run('npx', ['--no-install', ...command], { CLIENT: client })
    expect(code).toBe(0)
    return sweepSchema.parse(JSON.parse(stdout))
  }

  test('a client that looks before it rents again has no bad verdict', async () => {
    const report = await sweep('./client.js')
    expect(report.resilience).toEqual({ good: 1, total: 1 })
    expect(Object.values(report.baseline.operations).every((calls) => calls > 0)).toBe(true)
  })

  test('one that simply asks again rents twice', async () => {
    expect(verdictsIn(await sweep('./bad-client.js'))).toMatchObject({ reset: 'did-it-twice', hang: 'did-it-twice' })
  })

  test('the lines of the README sweep both', () => {
    const { scripts } = JSON.parse(readFileSync('docs/examples/sweep/package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(shellBlocks(readFileSync('docs/examples/sweep/README.md', 'utf8')).map(({ script }) => script)).toEqual([
      'npm run --prefix ../rental-sim pack:into -- "$PWD"\nnpm run sweep\nnpm run sweep:bad',
    ])
    expect([scripts['sweep'], scripts['sweep:bad']]).toEqual([
      'rental-sim sweep -- node client.test.js',
      'CLIENT=./bad-client.js rental-sim sweep -- node client.test.js',
    ])
  })
})

describe('in a Python project, with unittest', () => {
  let project: Project
  beforeAll(async () => {
    project = await copiedProject(inject('shared').alone)
    cpSync('docs/examples/python', project.folder, { recursive: true })
  })
  afterAll(() => project?.remove())

  const sweep = (options: readonly string[]) =>
    project.run('npx', ['--no-install', 'rental-sim', 'sweep', ...options, '--', 'python3', 'test_marketplace.py'])

  test('its tests notice every refusal', async () => {
    const { code, stdout } = await sweep(['--only', 'refusals', '--format', 'json'])
    const { refusals, resilience, baseline } = sweepSchema.parse(JSON.parse(stdout))
    expect(code).toBe(0)
    expect(Object.keys(baseline.operations)).toEqual(expect.arrayContaining(['instances.create', 'instances.list']))
    expect(refusals.total).toBeGreaterThan(0)
    expect(refusals.good).toBe(refusals.total)
    expect(resilience.total).toBe(0)
  })

  test('its client gives up at the first failure: the report shows the test and the assertion of unittest', async () => {
    const { code, stdout } = await sweep(['--trial', '*/transient/first*/503', '--fail-below', 'resilience=50'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^Resilience +0 % \(0 of \d\)/)
    expect(stdout).toMatch(/^ {2}Failed:\n {4}test_\w+ \(__main__\.MarketplaceTest/m)
    expect(stdout).toMatch(/^ {2}Assertion: json\.decoder\.JSONDecodeError/m)
  })
})
