import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { threadId } from 'node:worker_threads'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { type Ended, type Environment, type Started, startProcess } from './process.ts'

export type { Environment, Started } from './process.ts'

const cli = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url))

const started = new Set<Started>()
const sockets = new Set<Socket>()
const held = new Set<Server>()

/** For what several tests of a file share, which has to end it. */
const startForFile = (args: readonly string[], env: Environment = {}): Started =>
  startProcess(process.execPath, [cli, ...args], { env: { PATH: process.env['PATH'], ...env } })

export function start(args: readonly string[], env: Environment = {}): Started {
  const handle = startForFile(args, env)
  started.add(handle)
  return handle
}

/** What tests do with commands, whichever way a command is started. */
export const commandsBy = <Handle extends Pick<Started, 'until' | 'ended'>>(
  starts: (args: readonly string[], env?: Environment) => Handle,
) => ({
  /** Runs a command that ends by itself. */
  run: (args: readonly string[], env?: Environment): Promise<Ended> => starts(args, env).ended,
  /** Starts a server on any free port. */
  serve: async (args: readonly string[] = [], env?: Environment) => {
    const server = starts(['--port', '0', '--log', 'json', ...args], env)
    const line = await server.until(/\n/)
    return { ...server, url: addressIn(line), line }
  },
})

export const { run, serve } = commandsBy(start)
export const { serve: serveForFile } = commandsBy(startForFile)

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

/** Below the ports that a system gives to connections and to servers on port 0: none of those takes one of these meanwhile. */
const [LOWEST_PORT, PORTS] = [20_000, 10_000]
let tried = process.pid * 37 + threadId * 997

/** A port that nothing listens on, another one each time. */
export async function freePort(): Promise<number> {
  tried += 1
  const port = LOWEST_PORT + (tried % PORTS)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Connects until the server takes the connection; a server that ended instead fails the test. */
export async function answering({ ended }: Pick<Started, 'ended'>, port: number): Promise<void> {
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
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    for (const server of held) server.close()
    held.clear()
    await Promise.all([...started].map(({ end }) => end()))
    started.clear()
  })
}
