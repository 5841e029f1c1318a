import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copiedProject, type Project } from '../support/installed-project.ts'

let project: Project
beforeAll(async () => {
  project = await copiedProject(inject('shared').withPeers)
})
afterAll(() => project?.remove())

const ENVIRONMENT = { NO_COLOR: '1', CI: '1', PYTHONDONTWRITEBYTECODE: '1' }
const init = (...args: readonly string[]) =>
  project.run('npx', ['--no-install', 'rental-sim', 'init', ...args], ENVIRONMENT)
const text = (file: string): string => readFileSync(join(project.folder, file), 'utf8')

const SCENARIO = 'rental-sim/scenarios/first-listing-fails.yaml'

describe('init ends with a test that passes, and that fails without its fault', () => {
  test.each([
    { args: ['--for', 'node'], passed: /pass 1\n/, failed: /1 !== 2/ },
    { args: [], passed: /1 passed/, failed: /there were 1/ },
    { args: ['--for', 'pytest'], passed: /1 passed/, failed: /assert 1 == 2/ },
  ])('$args', async ({ args, passed, failed }) => {
    const first = await init(...args)
    expect({ code: first.code, said: first.stdout + first.stderr }).toEqual({
      code: 0,
      said: expect.stringMatching(passed) as unknown,
    })
    const scenario = text(SCENARIO)
    writeFileSync(join(project.folder, SCENARIO), scenario.replace(/^faults:[^]*/m, ''))
    const again = await init(...args)
    expect({ code: again.code, said: again.stdout + again.stderr }).toEqual({
      code: 1,
      said: expect.stringMatching(failed) as unknown,
    })
    writeFileSync(join(project.folder, SCENARIO), scenario)
  })
})

test('its documents are checked by the schemas that they name, which are there', async () => {
  for (const file of ['rental-sim.config.yaml', 'rental-sim/fixtures/mine.yaml', SCENARIO]) {
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text(file)) ?? []
    expect(existsSync(join(project.folder, dirname(file), schema)), file).toBe(true)
  }
  expect(await project.run('npx', ['--no-install', 'rental-sim', 'validate'])).toMatchObject({
    code: 0,
    stdout: 'rental-sim.config.yaml, rental-sim/: 2 files are fine\n',
  })
})
