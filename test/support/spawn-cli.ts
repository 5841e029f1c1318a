import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, vi } from 'vitest'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

interface Ended {
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

export type Environment = Readonly<Record<string, string>>

const started = new Set<Started>()
const sockets = new Set<Socket>()
const held = new Set<Server>()

export function start(args: readonly string[], env: Environment = {}): Started {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
  const handle = { child, until, ended }
  started.add(handle)
  return handle
}

/** Runs a command that ends by itself. */
export const run = (args: readonly string[], env?: Environment): Promise<Ended> => start(args, env).ended

/** Starts a server on any free port. */
export async function serve(args: readonly string[] = [], env?: Environment) {
  const server = start(['--port', '0', '--log', 'json', ...args], env)
  const line = await server.until(/\n/)
  return { ...server, url: addressIn(line), line }
}

/** Destroys the socket when the test is over. */
export function track(socket: Socket): Socket {
  sockets.add(socket)
  return socket
}

/** A port that is taken for the length of the test. */
export async function takenPort(): Promise<number> {
  const server = createServer()
  held.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

export const addressIn = (line: string): string => (JSON.parse(line) as { url: string }).url

export async function ask(url: string, method = 'GET', body?: unknown, key = 'renter-key') {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const port = await takenPort()
  await Promise.all([...held].map((server) => new Promise((resolve) => server.close(resolve))))
  held.clear()
  return port
}

/** Connects until the server takes the connection; a server that ended instead fails the test. */
export async function answering({ ended }: Started, port: number): Promise<void> {
  const end = ended.then((result) => {
    throw new Error(`ended: ${JSON.stringify(result)}`)
  })
  const accepted = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      track(socket)
    })
  while (!(await Promise.race([accepted(), end])));
  end.catch(() => undefined)
}

/** Every file calls it once: hooks belong to the file that registers them, and worker threads share this module. */
export function endWhatTestsStart(): void {
  vi.setConfig({ testTimeout: 30_000 })
  afterAll(() => vi.resetConfig())

  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    for (const server of held) server.close()
    held.clear()
    for (const { child } of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await Promise.allSettled([...started].map(({ ended }) => ended))
    started.clear()
  })
}
