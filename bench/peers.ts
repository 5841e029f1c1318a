import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = resolve('bench/.peers')

const nameOf = (spec: string): string => spec.slice(0, spec.lastIndexOf('@'))

/** Installs a package, named with its exact version, in a folder of its own, and gives its path. */
async function installed(spec: string): Promise<string> {
  const folder = join(FOLDER, spec.replaceAll('/', '+'))
  if (!existsSync(folder)) {
    const partial = `${folder}.partial`
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true })
    writeFileSync(join(partial, 'package.json'), '{ "private": true }')
    await npmInstall(partial, spec)
    renameSync(partial, folder)
  }
  return join(folder, 'node_modules', nameOf(spec))
}

/** Installs all that a contender needs; gives the path of each by its name. */
export async function peersOf(specs: readonly string[]): Promise<(name: string) => string> {
  const paths = new Map<string, string>()
  for (const spec of specs) paths.set(nameOf(spec), await installed(spec))
  return (name) => paths.get(name) ?? name
}

function npmInstall(folder: string, spec: string): Promise<void> {
  const flags = ['--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawn('npm', ['install', '--prefix', folder, ...flags, spec], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  npm.stderr.on('data', (part: Buffer) => (said += part.toString()))
  return new Promise((resolve, reject) => {
    npm.once('error', reject)
    npm.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm install ${spec} failed: ${said.trim().slice(0, 300)}`)),
    )
  })
}
