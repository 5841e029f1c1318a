import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copiedProject, type Project } from '../support/installed-project.ts'
import type { Environment } from '../support/process.ts'

/** Compiles where the packed types know what goes over the wire. */
const bodies = `import { createSimulator, type RequestBody, type ResponseBody } from 'rental-sim'

export const order: RequestBody<'instances.create'> = { image: 'ubuntu', env: '-e TZ=UTC' }
// @ts-expect-error: env is a text of flags
export const wrong: RequestBody<'instances.create'> = { image: 'ubuntu', env: { TZ: 'UTC' } }

const response = await createSimulator().fetch('/api/v0/instances/')
const { instances } = (await response.json()) as ResponseBody<'instances.list'>
export const statuses: readonly ('running' | 'exited' | undefined)[] = instances.map(({ actual_status }) =>
  actual_status === 'running' || actual_status === 'exited' ? actual_status : undefined,
)
// @ts-expect-error: no instance has such a field
export const missing = instances[0]?.colour
`

let project: Project
beforeAll(async () => {
  project = await copiedProject(inject('shared').withPeers, 'test/installed/project')
  writeFileSync(join(project.folder, 'bodies.ts'), bodies)
})
afterAll(() => project?.remove())

const ENTRIES = ['index', 'vitest', 'msw', 'pact', 'sweep']

/** Type-checks the whole project as strictly as can be, its declarations too, and writes what runs to `out`. */
async function compile(module: 'nodenext' | 'preserve', moduleResolution: 'nodenext' | 'bundler') {
  writeFileSync(
    join(project.folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        lib: ['es2023', 'esnext.disposable', 'dom'],
        types: ['node'],
        module,
        moduleResolution,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        outDir: 'out',
      },
      include: ['*.ts'],
    }),
  )
  const { code, stdout } = await project.run('npx', ['tsc', '--listFiles'])
  const lines = stdout.split('\n').filter((line) => line !== '')
  const files = lines.filter((line) => /^\/.*\.[cm]?ts$/.test(line))
  return {
    code,
    complaints: lines.filter((line) => !files.includes(line)),
    entries: ENTRIES.filter((entry) => files.some((file) => file.endsWith(`rental-sim/dist/types/${entry}.d.ts`))),
  }
}

const clean = { code: 0, complaints: [], entries: ENTRIES }

test('the types of every entry hold for a bundler', async () => {
  expect(await compile('preserve', 'bundler')).toEqual(clean)
})

/** What a compiled script prints. */
const run = async (script: string, env?: Environment) => {
  const { code, stdout, stderr } = await project.run('node', [`out/${script}.js`], env)
  if (code !== 0) throw new Error(`${script} ended with ${code}\n${stdout}\n${stderr}`)
  return stdout
}

describe('compiled for Node', () => {
  beforeAll(async () => {
    expect(await compile('nodenext', 'nodenext')).toEqual(clean)
  })

  test('rental-sim answers in process and over HTTP', async () => {
    expect(JSON.parse(await run('in-process'))).toEqual({
      inProcess: { status: 503, basis: 'injected' },
      happened: [],
      overHttp: { status: 200, body: expect.objectContaining({ instances_found: 1 }) },
      refused: ['DocumentError', 'SteeringError'],
      verified: true,
    })
  })

  test('rental-sim/msw answers what MSW intercepts', async () => {
    expect(JSON.parse(await run('intercepted'))).toEqual({
      answered: '200 assumed',
      lost: 'TypeError',
      aborted: 'AbortError',
    })
  })

  test('rental-sim/sweep tries a flow under a fault', async () => {
    expect(JSON.parse(await run('swept'))).toEqual({ resilience: { good: 0, total: 1 }, bad: ['noticed'] })
  })

  test("rental-sim/pact sets up the states of Pact's verifier", async () => {
    expect(await run('verified', { PACT_DO_NOT_TRACK: 'true' })).toMatch(
      /a listing of nothing[\s\S]*has a matching body/,
    )
  })

  test('rental-sim/vitest gives every test a sandbox', async () => {
    const { code, stdout } = await project.run('npx', ['vitest', 'run', 'lists.test.ts'], { NO_COLOR: '1' })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/Tests {2}3 passed \(3\)/) })
  })
})
