import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copiedProject, type Project } from '../support/installed-project.ts'

const told = 'rental-sim needs Node 20.19 or newer; this is 18.20.8'

let project: Project
let oldNode: string

beforeAll(async () => {
  project = await copiedProject(inject('shared').withPeers)
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const { code, stderr } = await project.run('npm', ['install', `${name}@18.20.8`])
  if (code !== 0) throw new Error(stderr)
  oldNode = `${project.folder}/node_modules/${name}/bin/node`
})
afterAll(() => project.remove())

test.each([[], ['validate', 'mine.yaml'], ['--help']])('Node 18 runs no command %s, and says why', async (...args) => {
  const command = [`${project.folder}/node_modules/rental-sim/dist/cli.cjs`, ...args]
  expect(await project.run(oldNode, command)).toEqual({ code: 2, signal: null, stdout: '', stderr: `${told}\n` })
})

test.each(['rental-sim', 'rental-sim/vitest', 'rental-sim/msw', 'rental-sim/pact'])(
  'Node 18 imports no %s, and says why',
  async (entry) => {
    const script = `import('${entry}').then(() => console.log('loaded'), (error) => console.log(String(error)))`
    const { stdout } = await project.run(oldNode, ['--input-type=module', '--eval', script])
    expect(stdout).toBe(`Error: ${told}\n`)
  },
)
