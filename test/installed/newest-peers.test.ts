import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { installedProject, type Project } from '../support/installed-project.ts'

/** What the newest peers run on; npm has it without an install script. */
const node = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

let project: Project
beforeAll(async () => {
  project = await installedProject(inject('tarball'), {
    from: 'test/installed/project',
    beside: ['typescript'],
    further: ['vitest@5', 'msw@3', '@pact-foundation/pact@17', '@types/node@24', 'happy-dom@20', `${node}@24`],
  })
  const compilerOptions = { module: 'nodenext', target: 'es2022', lib: ['es2023', 'esnext.disposable', 'dom'] }
  const types = { types: ['node'], strict: true, skipLibCheck: true, outDir: 'out' }
  writeFileSync(
    join(project.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...types }, include: ['*.ts'] }),
  )
  expect(await run('npx', 'tsc')).toMatchObject({ code: 0, stdout: '' })
})
afterAll(() => project?.remove())

const run = (command: string, ...args: readonly string[]) =>
  project.run(command, args, {
    PATH: `${join(project.folder, 'node_modules', node, 'bin')}:${process.env['PATH']}`,
    NO_COLOR: '1',
    PACT_DO_NOT_TRACK: 'true',
  })

test('rental-sim/msw answers, resets and aborts what MSW 3 intercepts', async () => {
  expect((await run('node', '--version')).stdout).toMatch(/^v24/)
  const { code, stdout } = await run('node', 'out/intercepted.js')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ answered: '200 assumed', lost: 'TypeError', aborted: 'AbortError' })
})

test("rental-sim/pact sets up the states of Pact 17's verifier", async () => {
  const { code, stdout } = await run('node', 'out/verified.js')
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/a listing of nothing[\s\S]*has a matching body/) as string,
  })
})

test.each(['node', 'happy-dom'])('rental-sim/vitest gives every test of Vitest 5 a sandbox, in %s', async (where) => {
  const { code, stdout } = await run('npx', 'vitest', 'run', 'lists.test.ts', '--environment', where)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/Tests {2}3 passed \(3\)/) as string })
})

test('rental-sim/vitest says under Vitest 3 what to do', async () => {
  const old = await installedProject(inject('tarball'), {
    from: 'test/installed/project',
    further: ['vitest@3', '--legacy-peer-deps'],
  })
  try {
    const { code, stderr } = await old.run('npx', ['vitest', 'run', 'lists.test.ts'], { NO_COLOR: '1' })
    expect({ code, said: stderr.match(/^Error: rental-sim.*$/gm) }).toEqual({
      code: 1,
      said: [
        'Error: rental-sim/vitest needs Vitest 4.1 or newer: run npm install --save-dev vitest@latest; with an older one use createSimulator() of rental-sim in your tests',
      ],
    })
  } finally {
    old.remove()
  }
})
