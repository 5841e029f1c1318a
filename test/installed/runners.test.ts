import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { installedProject, type Project } from '../support/installed-project.ts'
import { shellBlocks } from '../support/sh.ts'
import { freePort } from '../support/spawn-cli.ts'

const lines = (name: string): readonly string[] =>
  shellBlocks(readFileSync(`docs/examples/${name}/README.md`, 'utf8')).map(({ script }) => script)

describe('with Jest, from CommonJS', () => {
  let project: Project
  beforeAll(async () => {
    project = await installedProject(inject('tarball'), { from: 'docs/examples/jest' })
  })
  afterAll(() => project?.remove())

  test('the suite passes as its README runs it', async () => {
    const [install, inExec = '', ...more] = lines('jest')
    expect([install, more]).toEqual(['npm run --prefix ../rental-sim pack:into -- "$PWD"\nnpm test', []])
    const passed = { code: 0, stderr: expect.stringMatching(/Tests: +3 passed, 3 total/) as unknown }
    expect(await project.run('npm', ['test'])).toMatchObject(passed)
    expect(await project.run('bash', ['-c', inExec])).toMatchObject(passed)
    const report = readFileSync(join(project.folder, 'report.xml'), 'utf8')
    expect(report).toContain('<testcase classname="operation" name="instances.create"/>')
  })
})

describe('with Playwright', () => {
  let project: Project
  beforeAll(async () => {
    project = await installedProject(inject('tarball'), { from: 'docs/examples/playwright' })
  })
  afterAll(() => project?.remove())

  const runTests = async () =>
    project.run('npm', ['test'], {
      CHROMIUM: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      PORT: String(await freePort()),
      NO_COLOR: '1',
    })

  test('the suite passes as its README runs it', async () => {
    expect(lines('playwright')).toEqual([
      'npm run --prefix ../rental-sim pack:into -- "$PWD"\nnpx playwright install chromium\nnpm test',
    ])
    expect(await runTests()).toMatchObject({ code: 0, stdout: expect.stringMatching(/3 passed/) as unknown })
  })

  test('a test that fails shows what its sandbox was asked', async () => {
    const failing = `import { expect, test } from './simulated.ts'
test('fails', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('listitem')).toHaveText(['31: L40S'])
  expect(await page.getByRole('listitem').count()).toBe(-1)
})`
    writeFileSync(join(project.folder, 'instances.spec.ts'), failing)
    const { code, stdout } = await runTests()
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /rental-sim \(text\/plain\)[^]*GET \/api\/v0\/instances\/ answered 200: no hint/,
      ) as unknown,
    })
  })
})
