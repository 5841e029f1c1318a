import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { inherited, installedProject, type Shared, sharedProjects } from '../support/installed-project.ts'
import { startProcess } from '../support/process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    readonly tarball: string
    /** Folders into which npm installed once what several files of tests need. */
    readonly shared: Readonly<Record<Shared, string>>
  }
}

/** Packs the package once for all tests, as publishing it would (npm builds it first), and installs it where several need the same. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-packed-'))
  const { code, stderr } = await startProcess('npm', ['pack', '--pack-destination', folder], { env: inherited() }).ended
  const [file, ...more] = readdirSync(folder)
  if (code !== 0 || file === undefined || more.length > 0) throw new Error(`npm pack ended with ${code}\n${stderr}`)
  const tarball = join(folder, file)
  const [alone, withPeers] = await Promise.all([
    installedProject(tarball, sharedProjects.alone),
    installedProject(tarball, sharedProjects.withPeers),
  ])
  provide('tarball', tarball)
  provide('shared', { alone: alone.folder, withPeers: withPeers.folder })
  return () => {
    alone.remove()
    withPeers.remove()
    rmSync(folder, { recursive: true })
  }
}
