import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'

export const IMAGE = 'localhost/rental-sim:test'
/** The same without a shell. */
export const BARE_IMAGE = 'localhost/rental-sim:test-distroless'
const PORT = 4010
/** Each takes a process of its own, so that this many take longer than any start. */
const MOST_TRIES = 50

interface End {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. */
function run(program: string, args: readonly string[]): Promise<End> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output.stdout += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (output.stderr += part))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...output }))
  })
}

/** What a program prints that must not fail. */
export async function printed(program: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(program, args)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}\n${stdout}\n${stderr}`)
  return stdout.trim()
}

const podman = (...args: readonly string[]): Promise<string> => printed('podman', args)

/** What test/image/run.sh says. */
export function given(name: 'STORE' | 'BASE'): string {
  const value = process.env[`RENTAL_SIM_IMAGE_${name}`]
  if (value === undefined) throw new Error('these tests are run by npm run test:image')
  return value
}

/** What a Docker image says of itself. */
export interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd?: readonly string[]
  readonly ExposedPorts: object
  readonly WorkingDir: string
  readonly Healthcheck: { readonly Test: readonly string[] }
  readonly Labels: Readonly<Record<string, string>>
}

export async function imageConfig(image = IMAGE): Promise<ImageConfig> {
  const inspected = await printed('buildah', ['inspect', '--type', 'image', image])
  return (JSON.parse(inspected) as { Docker: { config: ImageConfig } }).Docker.config
}

/** Unpacked, in bytes: all of it, what it adds to its base, and all of the one without a shell. */
export async function imageSize(): Promise<Readonly<Record<'whole' | 'added' | 'bare', number>>> {
  const sizes = await podman('image', 'inspect', '--format', '{{.Size}}', IMAGE, given('BASE'), BARE_IMAGE)
  const [whole = Number.NaN, base = Number.NaN, bare = Number.NaN] = sizes.split('\n').map(Number)
  return { whole, added: whole - base, bare }
}

/** As tight as an orchestrator makes it. */
const TIGHT = '--read-only --read-only-tmpfs=false --cap-drop all --security-opt no-new-privileges --cgroups disabled'

export interface ContainerOptions {
  /** Further options of `podman run`. */
  readonly options?: readonly string[]
  /** A library on this machine, to be mounted. */
  readonly library?: string
  /** Default: one of its own, with nothing but loopback. */
  readonly network?: 'none' | 'host'
  /** Default: the one with a shell. */
  readonly image?: string
}

const runArgs = (
  { options = [], library, network = 'none', image = IMAGE }: ContainerOptions,
  args: readonly string[],
): readonly string[] => [
  ...TIGHT.split(' '),
  `--network=${network}`,
  ...(library === undefined ? [] : ['--volume', `${library}:/library:ro`]),
  ...options,
  image,
  ...args,
]

/** Runs a command of the image to its end. */
export const runOnce = (args: readonly string[], options: ContainerOptions = {}): Promise<End> =>
  run('podman', ['run', '--rm', '--no-healthcheck', ...runArgs(options, args)])

export interface Container {
  /** Runs a second process in it. */
  readonly exec: (...command: readonly string[]) => Promise<End>
  readonly inspect: (format: string) => Promise<string>
  readonly logs: () => Promise<string>
  readonly checkHealth: () => Promise<End>
  /** Waits until its health check passes; fails when it ended instead, or stays unhealthy. */
  readonly untilHealthy: () => Promise<void>
  /** Asks it from this machine, by an address that a server on loopback alone would not answer. */
  readonly ask: (path: string, request?: Asked) => Promise<Answer>
  readonly stop: () => Promise<{ readonly code: number; readonly log: string }>
}

interface Asked {
  readonly method?: string
  readonly key?: string
  readonly body?: unknown
  readonly port?: number
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const started = new Set<string>()
const folders = new Set<string>()

const CLIENT = `
const [url, method, authorization, body] = process.argv.slice(1)
const response = await fetch(url, { method, headers: { authorization }, ...(body !== '' && { body }) })
const headers = Object.fromEntries(response.headers)
console.log(JSON.stringify({ status: response.status, headers, body: await response.json() }))`

/** Starts a container and leaves it running. */
export async function startContainer(args: readonly string[] = [], options: ContainerOptions = {}): Promise<Container> {
  const id = await podman('run', '--detach', ...runArgs(options, args))
  started.add(id)
  const inspect = (format: string) => podman('inspect', '--format', format, id)
  const logs = async () => {
    const { stdout, stderr } = await run('podman', ['logs', id])
    return stdout + stderr
  }
  const checkHealth = () => run('podman', ['healthcheck', 'run', id])
  return {
    inspect,
    logs,
    checkHealth,
    exec: (...command) => run('podman', ['exec', id, ...command]),
    untilHealthy: async () => {
      let check = await checkHealth()
      for (let tries = 1; check.code !== 0; tries += 1) {
        const isUp = (await inspect('{{.State.Running}}')) === 'true'
        if (!isUp || tries === MOST_TRIES)
          throw new Error(`${isUp ? 'it stays unhealthy' : 'it ended'}:\n${check.stderr}\n${await logs()}`)
        check = await checkHealth()
      }
    },
    ask: async (path, { method = 'GET', key = 'renter-key', body, port = PORT } = {}) => {
      const url = `http://127.0.0.2:${port}${path}`
      const text = body === undefined ? '' : JSON.stringify(body)
      const script = ['--input-type=module', '--eval', CLIENT, url, method, `Bearer ${key}`, text]
      const pid = await inspect('{{.State.Pid}}')
      return JSON.parse(await printed('nsenter', [`--target=${pid}`, '--net', process.execPath, ...script])) as Answer
    },
    stop: async () => {
      await podman('stop', '--time', '8', id)
      return { code: Number(await inspect('{{.State.ExitCode}}')), log: await logs() }
    },
  }
}

/** A library on this machine that the user of the image may read. */
export function libraryOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  folders.add(folder)
  chmodSync(folder, 0o755)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** Every file calls it once. */
export function endWhatContainersStart(): void {
  afterEach(async () => {
    for (const id of started) await podman('rm', '--force', '--time', '0', id)
    started.clear()
    for (const folder of folders) rmSync(folder, { recursive: true })
    folders.clear()
  })
}
