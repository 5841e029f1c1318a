import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { devDependencies } from '../../package.json' with { type: 'json' }
import { emptyFolder } from './folders.ts'
import { type Ended, type Environment, type Started, startProcess } from './process.ts'

type DevDependency = keyof typeof devDependencies

export interface Project {
  readonly folder: string
  readonly start: (command: string, args: readonly string[], env?: Environment) => Started
  /** Runs a command that ends by itself. */
  readonly run: (command: string, args: readonly string[], env?: Environment) => Promise<Ended>
  readonly remove: () => void
}

/** npm asks the registry for nothing that it has, and says nothing of audits. */
const npm = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }

/** npm and Vitest set variables that say who runs a command; the commands of a separate project must not see them. */
export const inherited = (): Environment => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|RENTAL_SIM_|NODE_ENV$|TEST$|INIT_CWD$)/.test(name)),
  ),
  ...npm,
})

/** Where `npm run pack:into` puts the packed package. */
export const PACKED = './vendor/rental-sim-0.1.0.tgz'

interface Needs {
  readonly from?: string
  readonly beside?: readonly DevDependency[]
  readonly further?: readonly string[]
}

/** What several files of tests need beside the package: npm installs it once. */
export const sharedProjects = {
  withPeers: { beside: ['@pact-foundation/pact', '@types/node', 'msw', 'typescript', 'vitest'] },
} as const satisfies Readonly<Record<string, Needs>>

export type Shared = 'alone' | keyof typeof sharedProjects

/** A new project in a folder, and the commands that run there. */
function projectIn(folder: string): Project {
  const start: Project['start'] = (command, args, env = {}) =>
    startProcess(command, args, { cwd: folder, env: { ...inherited(), ...env } })
  return {
    folder,
    start,
    run: (...command) => start(...command).ended,
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/**
 * A new project with what npm installed into a shared one: its files are linked, because npm replaces files and changes none.
 * @param from a folder with files to put beside
 */
export async function copiedProject(shared: string, from?: string): Promise<Project> {
  const project = projectIn(emptyFolder())
  const { code, stderr } = await project.run('cp', ['-al', `${shared}/.`, '.'])
  if (code !== 0) throw new Error(`cp ended with ${code}\n${stderr}`)
  // These npm writes in place.
  for (const file of ['package.json', 'package-lock.json']) {
    const text = readFileSync(join(project.folder, file), 'utf8')
    rmSync(join(project.folder, file))
    writeFileSync(join(project.folder, file), text)
  }
  if (from !== undefined) cpSync(from, project.folder, { recursive: true })
  return project
}

/**
 * A new project into which npm installed the packed package.
 * @param from a folder to begin with; its package.json, if it has one, says what else is installed
 * @param beside what it needs besides, in the versions that this repository uses
 * @param further what else npm installs, with its version
 */
export async function installedProject(
  tarball: string,
  { from, beside = [], further = [] }: Needs = {},
): Promise<Project> {
  const folder = emptyFolder()
  const project = projectIn(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  if (from !== undefined) cpSync(from, folder, { recursive: true })
  mkdirSync(join(folder, 'vendor'))
  copyFileSync(tarball, join(folder, PACKED))
  const names = readFileSync(join(folder, 'package.json'), 'utf8').includes(`"rental-sim": "file:${PACKED}"`)
  const packages = [...(names ? [] : [PACKED]), ...beside.map((name) => `${name}@${devDependencies[name]}`), ...further]
  const { code, stderr } = await project.run('npm', ['install', ...packages])
  if (code !== 0) {
    project.remove()
    throw new Error(`npm install ended with ${code}\n${stderr}`)
  }
  return project
}
