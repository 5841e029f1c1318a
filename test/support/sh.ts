import { pageBlocks } from './page-blocks.ts'
import { startProcess } from './process.ts'

/** The `sh` blocks of a page, each with the heading it stands under. */
export const shellBlocks = (markdown: string): readonly { readonly heading: string; readonly script: string }[] =>
  pageBlocks(markdown).flatMap(({ language, heading, code }) => (language === 'sh' ? [{ heading, script: code }] : []))

const shells = { bash: ['-euo', 'pipefail', '-c'], sh: ['-eu', '-c'] } as const

interface Shell {
  readonly cwd?: string
  readonly env?: Record<string, string | undefined>
  readonly shell?: keyof typeof shells
}

/** Runs a script as it stands: its exit code, and what it printed on either stream. */
export async function tryScript(script: string, { cwd, env = process.env, shell = 'bash' }: Shell = {}) {
  const { code, stdout, stderr } = await startProcess(shell, [...shells[shell], script], { cwd, env }).ended
  return { code, printed: stdout, complaints: stderr }
}

/** Runs a script as it stands, and answers with what it printed. Fails when a command fails. */
export async function runScript(
  script: string,
  env: Record<string, string> = {},
  shell: keyof typeof shells = 'bash',
): Promise<string> {
  const { code, printed, complaints } = await tryScript(script, { env: { ...process.env, ...env }, shell })
  if (code !== 0) throw new Error(`the script ended with ${code}\n${printed}\n${complaints}`)
  return printed
}
