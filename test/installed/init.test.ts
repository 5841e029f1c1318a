import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copiedProject, type Project } from '../support/installed-project.ts'

let project: Project
beforeAll(async () => {
  project = await copiedProject(inject('shared').withPeers)
})
afterAll(() => project?.remove())

const shell = (line: string) =>
  project.run('bash', ['-c', line], { NO_COLOR: '1', CI: '1', PACT_DO_NOT_TRACK: 'true', PYTHONDONTWRITEBYTECODE: '1' })
const init = (...args: readonly string[]) => project.run('npx', ['--no-install', 'rental-sim', 'init', ...args])
const text = (file: string): string => readFileSync(join(project.folder, file), 'utf8')

/** The line that follows a remark of init. */
const lineAfter = (output: string, remark: string): string | undefined =>
  output.split(`# ${remark}\n`)[1]?.split('\n')[0]

const actions = (yaml: string) => [...yaml.matchAll(/uses: .+/g)].map(String)

const vitestFails = () =>
  writeFileSync(
    join(project.folder, 'first-listing.test.ts'),
    text('first-listing.test.ts').replace('// sim.scenario', 'sim.scenario'),
  )

describe('the test that init writes passes, and fails when the listing does, as its lines are printed', () => {
  test.each([
    { runner: 'python', failure: /HTTP Error 503/ },
    { runner: 'pytest', failure: /answered 503, injected: fault listing-down/ },
    { runner: 'vitest', failure: /expected 503 to be 200/ },
    { runner: 'jest', failure: /Received: 503/ },
    { runner: 'playwright', failure: /Received: 503/ },
    { runner: 'pact', failure: /answered 503, injected by the fault listing-down/ },
  ])('for $runner', async ({ runner, failure }) => {
    const { code, stdout } = await init('--for', runner)
    expect(code).toBe(0)
    const needed = lineAfter(stdout, 'what the test needs') ?? 'true'
    expect(await shell(needed)).toMatchObject({ code: 0 })
    const passes = lineAfter(stdout, 'passes') ?? 'no line'
    const passed = await shell(passes)
    expect(passed, passed.stdout + passed.stderr).toMatchObject({ code: 0 })
    const fails = lineAfter(stdout, 'fails, because the client does not ask again') ?? 'no line'
    if (fails.startsWith('#')) vitestFails()
    const failed = await shell(fails.startsWith('#') ? passes : fails)
    expect({ code: failed.code, said: failed.stdout + failed.stderr }).toEqual({
      code: 1,
      said: expect.stringMatching(failure),
    })
  })
})

test('its documents are checked by the schemas that they name, which are there', async () => {
  await init()
  const files = [
    'rental-sim.config.yaml',
    'rental-sim/fixtures/mine.yaml',
    'rental-sim/scenarios/first-listing-fails.yaml',
  ]
  for (const file of files) {
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text(file)) ?? []
    expect(existsSync(join(project.folder, dirname(file), schema)), file).toBe(true)
  }
  expect(await project.run('npx', ['--no-install', 'rental-sim', 'validate'])).toMatchObject({
    code: 0,
    stdout: 'rental-sim.config.yaml, rental-sim/: 2 files are fine\n',
  })
  expect(readdirSync(project.folder)).not.toContain('.github')
})

test('its workflows run the test, with the actions of our example', async () => {
  expect((await init('--for', 'python', '--ci', 'gitlab')).code).toBe(0)
  const { 'test-against-a-simulator': job } = parse(text('.gitlab-ci.yml')) as Record<string, { script: string[] }>
  const [install, ...lines] = job?.script ?? []
  expect([install, lines.length]).toEqual(['npm ci', 2])
  for (const line of lines) expect(await shell(line)).toMatchObject({ code: 0 })
  expect(text('rental-sim.xml')).toContain('<testsuite')

  await init('--ci', 'github')
  const written = text('.github/workflows/rental-sim.yml')
  expect(actions(written)).toEqual(actions(readFileSync('docs/examples/github-actions/exec.yml', 'utf8')))
  expect(parse(written)).toMatchObject({ jobs: { test: { 'runs-on': 'ubuntu-latest' } } })
  expect(written).toContain(
    'run: npx --no-install rental-sim exec --report rental-sim.md --fail-on unmatched -- npm test\n',
  )
})
