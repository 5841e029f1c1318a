import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { inherited, installedProject, PACKED, type Shared, sharedProjects } from '../support/installed-project.ts'
import { startProcess } from '../support/process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    readonly tarball: string
    /** Folders into which npm installed once what several files of tests need. */
    readonly shared: Readonly<Record<Shared, string>>
  }
}

/** Packs the package once for all tests and installs it, as the README does; beside peers it is installed a second time. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const alone = mkdtempSync(join(tmpdir(), 'rental-sim-project-'))
  writeFileSync(join(alone, 'package.json'), '{ "private": true, "type": "module" }')
  const { code, stderr } = await startProcess('npm', ['run', 'pack:into', '--', alone], { env: inherited() }).ended
  if (code !== 0) throw new Error(`npm run pack:into ended with ${code}\n${stderr}`)
  const tarball = join(alone, PACKED)
  const withPeers = await installedProject(tarball, sharedProjects.withPeers)
  provide('tarball', tarball)
  provide('shared', { alone, withPeers: withPeers.folder })
  return () => {
    rmSync(alone, { recursive: true })
    withPeers.remove()
  }
}
