import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startProcess } from '../support/process.ts'
import { endWhatTestsStart } from '../support/spawn-cli.ts'

endWhatTestsStart()

const github = '.github/workflows/rental-sim.yml'
const gitlab = '.gitlab-ci.yml'

/** Runs init in a folder that has these files. */
async function initIn(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  const end = await startProcess(process.execPath, [resolve('dist/cli.cjs'), 'init', ...args], {
    cwd,
    env: process.env,
  }).ended
  const text = (file: string): string => readFileSync(join(cwd, file), 'utf8')
  return { ...end, text, has: (file: string) => existsSync(join(cwd, file)), listed: () => readdirSync(cwd) }
}

const lineOf = (yaml: string, part: string): number => yaml.split('\n').findIndex((line) => line.includes(part))

describe('the workflow for tests in Python', () => {
  test('installs Python, pytest and what the project requires before the tests, on GitHub', async () => {
    const { text } = await initIn({ 'requirements.txt': 'requests' }, '--for', 'pytest', '--ci', 'github')
    const yaml = text(github)
    expect(yaml).toContain(
      `      - uses: actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0
        with:
          python-version: '3.13'
      - run: python3 -m pip install pytest -r requirements.txt
`,
    )
    expect(lineOf(yaml, 'pip install')).toBeLessThan(lineOf(yaml, 'exec --report'))
  })

  test('installs them in an environment of the job, on GitLab', async () => {
    const files = { 'pyproject.toml': '[project]\nname = "mine"\nversion = "1"\n', 'requirements-dev.txt': 'responses' }
    const { text } = await initIn(files, '--for', 'pytest', '--ci', 'gitlab')
    expect(parse(text(gitlab))).toMatchObject({
      'test-against-a-simulator': {
        image: 'node:22',
        before_script: [
          'apt-get update && apt-get install --yes python3-venv',
          'python3 -m venv .venv',
          '. .venv/bin/activate',
          'python3 -m pip install pytest -r requirements-dev.txt -e .',
        ],
      },
    })
  })

  test('installs nothing that neither the tests nor the project need', async () => {
    const files = { 'pyproject.toml': '[tool.ruff]\nline-length = 120\n' }
    const python = await initIn(files, '--for', 'python', '--ci', 'github')
    expect(python.text(github)).toContain('setup-python@')
    expect(python.text(github)).not.toContain('pip install')
    expect((await initIn({}, '--for', 'python', '--ci', 'gitlab')).text(gitlab)).not.toContain('before_script')
    expect((await initIn({ 'requirements.txt': 'x' }, '--for', 'vitest', '--ci', 'github')).text(github)).not.toMatch(
      /python|pip/,
    )
  })
})

describe('a workflow alone', () => {
  test('leaves the data of a project that has some as they are', async () => {
    const files = { 'rental-sim/fixtures/ours.yaml': 'users: []\n' }
    const { code, stdout, listed, has } = await initIn(files, '--ci', 'github')
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${github}\n` })
    expect(listed().toSorted()).toEqual(['.github', 'rental-sim'])
    expect(has('rental-sim/fixtures/mine.yaml')).toBe(false)
    const configured = await initIn({ 'rental-sim.config.yaml': 'seed: ours\n' }, '--ci', 'gitlab')
    expect(configured.listed().toSorted()).toEqual([gitlab, 'rental-sim.config.yaml'])
    expect(configured.text('rental-sim.config.yaml')).toBe('seed: ours\n')
  })

  test('chooses no fixture for a project that has none yet', async () => {
    const { stdout, has } = await initIn({ 'package.json': '{}' }, '--ci', 'github')
    expect(has('rental-sim.config.yaml')).toBe(false)
    expect(stdout).toContain('instance 31; --fixture mine starts from it\n')
  })
})
