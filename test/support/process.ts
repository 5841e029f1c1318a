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
  /** Ends it with all that it started, asking first. */
  readonly end: () => Promise<void>
}

const running = new Set<Started>()
let isOver = false

/** For a file of tests that begins. */
export function allowProcesses(): void {
  isOver = false
}

/** Ends the processes that still run, lets none start any more, and answers with those that were not asked to end. */
export async function endProcesses(): Promise<readonly string[]> {
  isOver = true
  const left = [...running].filter(({ child }) => !child.killed && child.exitCode === null && child.signalCode === null)
  await Promise.all([...running].map(({ end }) => end()))
  return left.map(({ child }) => child.spawnargs.join(' '))
}

/** How long a process has to end those it started, which only it knows. */
const ENDING_MS = 5000

export type Environment = Readonly<Record<string, string | undefined>>

/** Starts a process without input, and keeps its output. It ends with its file of tests at the latest. */
export function startProcess(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env: Environment },
): Started {
  // A test that has run into its time limit goes on by itself.
  if (isOver) throw new Error(`${command} was to start after its tests were over`)
  // In a group of its own: what a shell started ends with it.
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output.stdout += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (output.stderr += part))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      signalGroup(child, 'SIGKILL')
      resolve({ code, signal, ...output })
    })
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
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGTERM')
    const timer = setTimeout(signalGroup, ENDING_MS, child, 'SIGKILL')
    await ended.catch(() => undefined)
    clearTimeout(timer)
  }
  const started = { child, until, ended, end }
  running.add(started)
  ended.catch(() => undefined).finally(() => running.delete(started))
  return started
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
