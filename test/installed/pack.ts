import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { inherited } from '../support/installed-project.ts'
import { startProcess } from '../support/process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    readonly tarball: string
  }
}

/** Packs the package once for all tests, as publishing it would: npm builds it first. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-packed-'))
  const { code, stderr } = await startProcess('npm', ['pack', '--pack-destination', folder], { env: inherited() }).ended
  const [file, ...more] = readdirSync(folder)
  if (code !== 0 || file === undefined || more.length > 0) throw new Error(`npm pack ended with ${code}\n${stderr}`)
  provide('tarball', join(folder, file))
  return () => rmSync(folder, { recursive: true })
}
