import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { copiedProject, installedProject, type Project } from '../support/installed-project.ts'
import type { Environment } from '../support/process.ts'
import { shellBlocks } from '../support/sh.ts'
import { gitlabJobs, workflow } from '../support/workflow.ts'

const example = (name: string) => `docs/examples/${name}`

/** The lines of an example's README, one block each. */
const lines = (name: string): readonly string[] =>
  shellBlocks(readFileSync(`${example(name)}/README.md`, 'utf8')).map(({ script }) => script)

/** How a JUnit report tells of an operation that was asked. */
const ASKED = '<testcase classname="operation" name="instances.list"/>'

describe('with Vitest', () => {
  let project: Project
  beforeAll(async () => {
    project = await installedProject(inject('tarball'), { from: example('vitest') })
  })
  afterAll(() => project?.remove())

  test('the suite passes as its README runs it', async () => {
    expect(lines('vitest')).toEqual(['npm run --prefix ../rental-sim pack:into -- "$PWD"\nnpm test'])
    const { code, stdout } = await project.run('npm', ['test'], { NO_COLOR: '1' })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/Tests {2}4 passed \(4\)/) })
  })
})

describe('with Python, and in CI', () => {
  let project: Project
  beforeAll(async () => {
    project = await copiedProject(inject('shared').alone)
    cpSync(example('python'), project.folder, { recursive: true })
    const { code } = await project.run('npm', ['pkg', 'set', 'scripts.test=python3 test_marketplace.py'])
    expect(code).toBe(0)
  })
  afterAll(() => project?.remove())

  const [pytest = '', pytestInExec = '', unittest = '', ...more] = lines('python')
  const run = (script: string, env?: Environment) => project.run('bash', ['-c', script], env)

  test('the suites pass as their README runs them', async () => {
    expect(more).toEqual([])
    expect(await run(pytest)).toMatchObject({ code: 0, stdout: expect.stringMatching(/4 passed/) })
    expect(await run(pytestInExec)).toMatchObject({ code: 0, stdout: expect.stringMatching(/4 passed/) })
    expect(readFileSync(join(project.folder, 'report.xml'), 'utf8')).toContain(ASKED)
    expect(unittest).toBe('npx --no-install rental-sim exec -- python3 test_marketplace.py')
    expect(await run(unittest)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Ran 4 tests in [\d.]+s\n\nOK/),
    })
  })

  test('pytest prints what the sandbox of a test that fails was asked, and of no other', async () => {
    const hasty = `from test_with_pytest import ask
def test_is_hasty(ask): assert [ask("GET", "/api/v0/instances/")[0] for _ in "ab"] == [200, 200]
def test_is_patient(ask): assert ask("GET", "/api/v0/template/")[0] == 200
`
    writeFileSync(join(project.folder, 'test_hasty.py'), hasty)
    const { code, stdout } = await run('python3 -m pytest test_hasty.py')
    rmSync(join(project.folder, 'test_hasty.py'))
    expect(code).toBe(1)
    const [, account = '', ...others] = stdout.split(/^-+ rental-sim -+$/m)
    expect(others).toEqual([])
    expect(account.split('\n').slice(1, 4)).toEqual([
      expect.stringMatching(/^GET \/api\/v0\/instances\/ answered 200, assumed: authentication\.bearer-key/),
      'GET /api/v0/instances/ answered 429, assumed: the next request is accepted at 2030-01-01T00:00:02.000Z; the clock stands at 2030-01-01T00:00:00.000Z: advance it by 2 s with sim.advance(2)',
      expect.stringMatching(/^polling-faster-than-threshold: /),
    ])
  })

  test('pytest says what the control API refused, and once why no server started', async () => {
    const unknown = 'def test_starts(sim): sim.control("PUT", "scenario", {"name": "flaky-listin"})\n'
    writeFileSync(join(project.folder, 'test_unknown.py'), unknown)
    const refused = await run('python3 -m pytest test_unknown.py')
    expect(refused.stdout).toMatch(/PUT \/_sim\/scenario answered 400: .*did you mean flaky-listing\?/)
    const { code, stdout, stderr } = await run('python3 -m pytest test_unknown.py test_with_pytest.py', {
      RENTAL_SIM_CLOCK: 'noon',
    })
    rmSync(join(project.folder, 'test_unknown.py'))
    expect({ code, told: (stdout + stderr).match(/rental-sim did not start: [^]*?noon/g)?.length }).toEqual({
      code: 1,
      told: 1,
    })
  })

  test('the suite steers a simulator that asks for a token', async () => {
    const args = ['rental-sim', 'exec', '--control-token', 'secret', '--', 'python3', 'test_marketplace.py']
    const { code, stderr } = await project.run('npx', args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/Ran 4 tests in [\d.]+s\n\nOK/) })
  })

  test('the workflow with a command runs the suite and makes a report of it', async () => {
    const [install, run, summary, ...more] = workflow('exec').commands
    expect([install, more]).toEqual(['npm ci', []])
    expect(await project.run('bash', ['-c', run ?? ''])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Ran 4 tests/),
    })
    const { code } = await project.run('bash', ['-c', summary ?? ''], { GITHUB_STEP_SUMMARY: 'exec-summary.md' })
    expect(code).toBe(0)
    expect(readFileSync(join(project.folder, 'exec-summary.md'), 'utf8')).toMatch(/\| instances\.list \| [1-9]/)
  })

  test('the workflow with a container reports what the simulator beside it was asked', async () => {
    const [run, summary = '', ...more] = workflow('container').commands
    expect([run, more]).toEqual(['python3 -m unittest', []])
    const inContainer = 'docker exec "$SIMULATOR" rental-sim'
    expect(summary).toContain(inContainer)
    const url = await serve()
    const report = () =>
      project.run('bash', ['-c', summary.replace(inContainer, 'npx --no-install rental-sim')], {
        RENTAL_SIM_URL: url,
        GITHUB_STEP_SUMMARY: 'summary.md',
      })

    await fetch(`${url}/api/v0/instances/`, { headers: { Authorization: 'Bearer renter-key' } })
    expect(await report()).toMatchObject({ code: 0 })
    expect(readFileSync(join(project.folder, 'summary.md'), 'utf8')).toContain('| instances.list | 1 |')
    await fetch(`${url}/api/v0/nothing/`)
    expect(await report()).toMatchObject({ code: 1 })
  })

  describe('in GitLab CI', () => {
    const file = '.gitlab-ci.yml'
    beforeAll(async () => {
      cpSync(`${example('gitlab')}/${file}`, join(project.folder, file))
      // It has the schema that GitLab publishes; later versions need Node 22.
      const checker = 'npm install --no-save gitlab-ci-local@4.62.0'
      expect(await run(`git init -q && git remote add origin git@gitlab.com:a/b.git && ${checker}`)).toMatchObject({
        code: 0,
      })
    })

    test('GitLab knows every key of the example', async () => {
      const list = 'npx --no-install gitlab-ci-local --list'
      const { code, stdout, stderr } = await run(list, { NO_COLOR: '1' })
      expect({ code, jobs: stdout.match(/^with-a-\w+/gm), stderr }).toMatchObject({
        code: 0,
        jobs: Object.keys(gitlabJobs()),
      })
      expect(await run(`sed -i 's/services:/servces:/' ${file} && ${list}`)).toMatchObject({ code: 1 })
    })

    test('the job with a command makes a report of the suite', async () => {
      const { script, artifacts } = gitlabJobs()['with-a-command']
      const [install, command = '', ...more] = script
      expect([install, more]).toEqual(['npm ci', []])
      expect(await run(command)).toMatchObject({ code: 0, stderr: expect.stringMatching(/Ran 4 tests/) })
      expect(readFileSync(join(project.folder, artifacts.reports.junit), 'utf8')).toContain(ASKED)
    })

    test('the job with a service makes a report of the tests', async () => {
      const { script, artifacts } = gitlabJobs()['with-a-service']
      const [install, command = '', ...more] = script
      expect([install, more]).toEqual(['pip install pytest', []])
      expect(await run(command, { RENTAL_SIM_URL: await serve(), RENTAL_SIM_API_KEY: 'renter-key' })).toMatchObject({
        code: 0,
      })
      expect(readFileSync(join(project.folder, artifacts.reports.junit), 'utf8')).toContain(
        'errors="0" failures="0" skipped="0" tests="8"',
      )
    })
  })

  /** The URL of a simulator for one test. */
  async function serve(): Promise<string> {
    const server = project.start('node_modules/.bin/rental-sim', ['--port', '0', '--log', 'json'])
    onTestFinished(server.end)
    const { url } = JSON.parse(await server.until(/\n/)) as { url: string }
    return url
  }
})

describe('with Vite', () => {
  let project: Project
  beforeAll(async () => {
    project = await installedProject(inject('tarball'), { from: example('vite') })
  })
  afterAll(() => project?.remove())

  test('its dev server passes the list on, with the key that the page does not have', async () => {
    expect(lines('vite')).toEqual([
      'npm run --prefix ../rental-sim pack:into -- "$PWD"\nnpm run dev:simulated',
      'npx --no-install rental-sim exec --scenario flaky-listing -- vite',
    ])
    const { scripts } = JSON.parse(readFileSync(join(project.folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(scripts['dev:simulated']).toBe('rental-sim exec -- vite')
    const bin = join(project.folder, 'node_modules', '.bin')
    const server = project.start('rental-sim', ['exec', '--', 'vite', '--host', '127.0.0.1', '--port', '0'], {
      PATH: `${bin}:${process.env['PATH']}`,
      NO_COLOR: '1',
    })
    onTestFinished(server.end)
    const [url] = /http:\/\/127\S+\//.exec(await server.until(/http:\/\/127\S+\//)) ?? []
    const response = await fetch(`${url}api/v0/instances/`)
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: expect.objectContaining({ instances_found: 1, instances: [expect.objectContaining({ id: 31 })] }),
    })
    expect(await (await fetch(String(url))).text()).toContain('<script type="module" src="/main.ts">')
    expect(await (await fetch(`${url}main.ts`)).text()).not.toContain('renter-key')
  })
})
