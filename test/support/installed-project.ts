import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devDependencies } from '../../package.json' with { type: 'json' }
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

/** npm and Vitest tell their children who runs them; a project of its own is run by nobody. */
export const inherited = (): Environment => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|RENTAL_SIM_|NODE_ENV$|TEST$|INIT_CWD$)/.test(name)),
  ),
  ...npm,
})

/** Where the README says that the packed package belongs. */
const PACKED = './vendor/rental-sim-0.1.0.tgz'

/**
 * A new project into which npm installed the packed package.
 * @param from a folder to begin with; its package.json, if it has one, says what else is installed
 * @param beside what it needs besides, in the versions that this repository uses
 * @param further what else npm installs, with its version
 */
export async function installedProject(
  tarball: string,
  {
    from,
    beside = [],
    further = [],
  }: { readonly from?: string; readonly beside?: readonly DevDependency[]; readonly further?: readonly string[] } = {},
): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-project-'))
  const start: Project['start'] = (command, args, env = {}) =>
    startProcess(command, args, { cwd: folder, env: { ...inherited(), ...env } })
  const project: Project = {
    folder,
    start,
    run: (...command) => start(...command).ended,
    remove: () => rmSync(folder, { recursive: true }),
  }
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
