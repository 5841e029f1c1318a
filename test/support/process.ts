import { type ChildProcess, spawn } from 'node:child_process'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly child: ChildProcess
  /** Everything written to standard output until it matches. Rejects when the process ends before. */
  readonly until: (pattern: RegExp) => Promise<string>
  readonly ended: Promise<Ended>
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Starts a process that nobody types to, and keeps what it writes. */
export function startProcess(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env: Environment },
): Started {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output.stdout += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (output.stderr += part))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...output }))
  })
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (!pattern.test(output.stdout)) return
        child.stdout.off('data', look)
        resolve(output.stdout)
      }
      child.stdout.on('data', look)
      look()
      ended.then((end) => reject(new Error(`ended before ${pattern}: ${JSON.stringify(end)}`)), reject)
    })
  return { child, until, ended }
}
