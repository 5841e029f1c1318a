import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder, removeFolder } from './folders.ts'
import { startProcess } from './process.ts'

/** Runs Vitest as a person does, in a project that has the built package as a dependency and these files of tests. */
export async function runVitest(
  suites: Readonly<Record<string, string>>,
): Promise<{ code: number | null; printed: string }> {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(process.cwd(), join(folder, 'node_modules', 'rental-sim'))
  symlinkSync(join(process.cwd(), 'node_modules', 'vitest'), join(folder, 'node_modules', 'vitest'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [file, suite] of Object.entries(suites)) writeFileSync(join(folder, file), suite)
  const cli = join(process.cwd(), 'node_modules', 'vitest', 'vitest.mjs')
  const args = [cli, 'run', '--root', folder, '--no-color', '--testTimeout=60000', '--hookTimeout=60000']
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' }
  const { code, stdout, stderr } = await startProcess(process.execPath, args, { cwd: folder, env }).ended
  removeFolder(folder)
  return { code, printed: stdout + stderr }
}
