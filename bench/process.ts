import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from './contender.ts'
import { type Answer, ask, type Question } from './ask.ts'
import { newFolder } from './inputs.ts'

const SERVER_CORE = '0'
const LOAD_CORE = '1'
const cores = { server: SERVER_CORE, load: LOAD_CORE, both: `${SERVER_CORE},${LOAD_CORE}` } as const
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 3000
const BYTES_PER_KIB = 1024

const ticksPerSecond = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout?.trim() || '100')

let isPinned = false

/** Gives servers a core of their own from here on, where there is one. */
export function pin(): void {
  isPinned = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0
  // The bench itself stays off the servers' core.
  if (isPinned) spawnSync('taskset', ['-cp', LOAD_CORE, String(process.pid)])
}

export const pinning = (): string =>
  isPinned ? `servers on core ${SERVER_CORE}, load on core ${LOAD_CORE}` : 'not pinned'

const pinned = (core: string, command: Command): Command =>
  isPinned ? { ...command, file: 'taskset', args: ['-c', core, command.file, ...command.args] } : command

const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

interface Spawned {
  readonly child: ChildProcess
  readonly output: () => string
  readonly writtenBytes: () => number
  readonly ended: Promise<number | null>
}

function run({ file, args, probed, output: to = 'pipe' }: Command): Spawned {
  const log = to === 'file' ? join(newFolder(), 'log') : undefined
  const stdout = log === undefined ? 'pipe' : openSync(log, 'w')
  const child = spawn(file, args, { stdio: ['ignore', stdout, 'pipe', ...(probed ? ['ipc' as const] : [])] })
  if (typeof stdout === 'number') closeSync(stdout)
  children.add(child)
  let output = ''
  let bytes = 0
  // A server that logs a lot must not fill the memory of the bench.
  const keep = (part: Buffer): void => {
    bytes += part.length
    if (output.length < 100_000) output += part.toString()
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  void ended
    .catch(() => undefined)
    .finally(() => {
      children.delete(child)
      if (log !== undefined) rmSync(log)
    })
  return {
    child,
    output: () => output,
    writtenBytes: () => (log === undefined ? bytes : statSync(log).size),
    ended,
  }
}

/** Runs a program on the core of the load until it ends, and gives what it printed. */
export async function runToEnd(command: Command, core: keyof typeof cores = 'load'): Promise<string> {
  const { output, ended } = run(pinned(cores[core], command))
  const code = await ended
  if (code !== 0) throw new Error(`${command.file} ${command.args[0]} ended with ${code}: ${output().slice(-500)}`)
  return output()
}

export interface Server {
  readonly url: string
  /** From its start to its first right answer. */
  readonly startMs: number
  readonly cpuSeconds: () => number
  readonly residentBytes: () => number
  /** In use after a collection; a preloaded probe tells over the channel of the process. */
  readonly heapBytes: () => Promise<number>
  readonly descriptors: () => number
  /** What it wrote to its standard output, and to its error output where both are pipes. */
  readonly writtenBytes: () => number
  readonly stop: () => Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}

/** Starts a server and asks until the first answer is right. */
export async function startServer(
  command: Command,
  port: number,
  question: Question,
  isRight: (answer: Answer) => boolean,
): Promise<Server> {
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const { child, output, writtenBytes, ended } = run(pinned(SERVER_CORE, command))
  const life: { end?: string } = {}
  ended.then(
    (code) => (life.end = `ended with ${code}`),
    (error: unknown) => (life.end = String(error)),
  )
  const stop = async (): Promise<void> => {
    if (life.end !== undefined) return
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(timer)
  }
  try {
    return { url, stop, startMs: await untilRight(), writtenBytes, ...readings(child) }
  } catch (error) {
    await stop()
    throw error
  }

  async function untilRight(): Promise<number> {
    let last = 'no answer'
    while (life.end === undefined && performance.now() - startedAt < START_TIMEOUT_MS) {
      const answer = await ask(url, question).catch(() => undefined)
      if (answer !== undefined && isRight(answer)) return performance.now() - startedAt
      if (answer !== undefined)
        last = `status ${answer.status}, ${answer.body.length} bytes: ${answer.body.slice(0, 200)}`
      await pause(1)
    }
    const reason = `${life.end ?? 'never answered rightly'}; ${last}; ${output().slice(0, 300)}`
    throw new Error(reason.replaceAll(/\s+/g, ' '))
  }
}

type Readings = Omit<Server, 'url' | 'startMs' | 'writtenBytes' | 'stop'>

function readings(child: ChildProcess): Readings {
  return {
    cpuSeconds: () => {
      // The name of the process, in parentheses, may hold spaces; utime and stime are fields 14 and 15.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    },
    residentBytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * BYTES_PER_KIB,
    descriptors: () => readdirSync(`/proc/${child.pid}/fd`).length,
    heapBytes: () =>
      new Promise((resolve) => {
        child.once('message', (message) => resolve(Number(message)))
        child.send('heap')
      }),
  }
}
