import { spawn } from 'node:child_process'

/** The `sh` blocks of a page, each with the heading it stands under. */
export function shellBlocks(markdown: string): readonly { readonly heading: string; readonly script: string }[] {
  let heading = ''
  let block: string[] | undefined
  const blocks: { heading: string; script: string }[] = []
  for (const line of markdown.split('\n')) {
    if (block === undefined && line.startsWith('#')) heading = line.replace(/^#+ /, '')
    if (block !== undefined && line === '```') {
      blocks.push({ heading, script: block.join('\n') })
      block = undefined
    } else if (line === '```sh') block = []
    else block?.push(line)
  }
  return blocks
}

const shells = { bash: ['-euo', 'pipefail', '-c'], sh: ['-eu', '-c'] } as const

/** Runs a script as it stands, and answers with what it printed. Fails when a command fails. */
export async function runScript(
  script: string,
  env: Record<string, string> = {},
  shell: keyof typeof shells = 'bash',
): Promise<string> {
  const child = spawn(shell, [...shells[shell], script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let complaints = ''
  child.stdout.on('data', (part: Buffer) => (printed += part.toString()))
  child.stderr.on('data', (part: Buffer) => (complaints += part.toString()))
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`the script ended with ${code}\n${printed}\n${complaints}`)
  return printed
}
