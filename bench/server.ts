import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { KEY } from './fixture.ts'

const START_TIMEOUT_MS = 60_000
const ticksPerSecond = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout.trim())

/** A program that listens on the port that it is given. */
export type Command = (port: number) => readonly [file: string, ...args: string[]]

export interface Server {
  readonly port: number
  /** From the start of the process to its first answer, in milliseconds. */
  readonly startMs: number
  /** CPU time that the process used until now, in microseconds. */
  readonly cpuMicroseconds: () => number
  readonly residentMib: () => number
  readonly stop: () => Promise<void>
}

const children = new Set<ChildProcess>()
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}

/** Starts a server and asks until it answers this path with 200. */
export async function startServer(command: Command, path = '/api/v0/instances/'): Promise<Server> {
  const port = await freePort()
  const [file, ...args] = command(port)
  const begun = performance.now()
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  children.add(child)
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += said.length < 1000 ? part.toString() : ''))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void ended.then(() => children.delete(child))
  while (!(await answers(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null || performance.now() - begun > START_TIMEOUT_MS)
      throw new Error(`${file} ${args.join(' ')} does not answer: ${said}`)
    await pause(1)
  }
  const read = (name: string): string => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  return {
    port,
    startMs: performance.now() - begun,
    cpuMicroseconds: () => {
      // The name of the process, in parentheses, may hold spaces; utime and stime are fields 14 and 15.
      const fields = read('stat').split(') ')[1]?.split(' ') ?? []
      return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6
    },
    residentMib: () => Number(/VmRSS:\s+(\d+)/.exec(read('status'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${KEY}` } })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
