import { split } from 'shellwords-ts'
import { z } from 'zod'

export interface Variable {
  readonly name: string
  readonly value: string
}

interface PortMapping {
  readonly hostPort: number
  readonly containerPort: number
  readonly protocol: 'tcp' | 'udp'
  /** As it was written: `<host_port>:<container_port>[/<protocol>]`. */
  readonly text: string
}

export type EnvEntry = Variable | PortMapping

/** Thrown for an env string that cannot be read; the message says where. */
export class EnvSyntaxError extends Error {}

export const isVariable = (entry: EnvEntry): entry is Variable => 'name' in entry

/**
 * Reads container-run flags: `-e NAME=value` and `-p host:container[/tcp|/udp]`; quotes keep spaces together,
 * other flags are passed over.
 * @throws EnvSyntaxError
 */
export const parseEnv = (text: string): readonly EnvEntry[] => merge([], readEnv(text))

/**
 * The same as it was written: what is named twice stands there twice.
 * @throws EnvSyntaxError
 */
export function readEnv(text: string): readonly EnvEntry[] {
  const words = shellWords(text)
  const entries: EnvEntry[] = []
  for (let at = 0; at < words.length; at++) {
    if (words[at] === '-e') entries.push(variable(words[++at]))
    else if (words[at] === '-p') entries.push(portMapping(words[++at]))
  }
  return entries
}

/**
 * A text as a shell splits it.
 * @throws EnvSyntaxError when a quote is never closed
 */
export function shellWords(text: string): string[] {
  if (!/['"\\]/.test(text)) return text.match(/\S+/g) ?? []
  try {
    return split(text)
  } catch {
    throw new EnvSyntaxError('a quote is never closed')
  }
}

function variable(word = ''): Variable {
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_.-]*)=([\s\S]*)$/.exec(word) ?? []
  if (name === undefined || value === undefined) throw new EnvSyntaxError(`-e ${word}: expected -e NAME=value`)
  return { name, value }
}

function portMapping(word = ''): PortMapping {
  const [, host, container, protocol = 'tcp'] = /^(\d{1,5}):(\d{1,5})(?:\/(tcp|udp))?$/.exec(word) ?? []
  const [hostPort, containerPort] = [Number(host), Number(container)]
  if (!isPort(hostPort) || !isPort(containerPort))
    throw new EnvSyntaxError(`-p ${word}: expected -p host:container[/tcp|/udp]`)
  return { hostPort, containerPort, protocol: protocol === 'udp' ? 'udp' : 'tcp', text: word }
}

const isPort = (port: number): boolean => port >= 1 && port <= 65_535

/** What tells two entries apart: a variable its name, a mapping its ports and protocol. */
const identity = (entry: EnvEntry): string =>
  isVariable(entry) ? `-e ${entry.name}` : `-p ${entry.hostPort}:${entry.containerPort}/${entry.protocol}`

/** Keeps the order of the first list, replaces in place what the second names again, and appends the rest. */
export function merge(base: readonly EnvEntry[], over: readonly EnvEntry[]): readonly EnvEntry[] {
  const merged = new Map(base.map((entry) => [identity(entry), entry]))
  for (const entry of over) merged.set(identity(entry), entry)
  return [...merged.values()]
}

/** The flags again, quoted where a shell needs it. */
export function formatEnv(entries: readonly EnvEntry[]): string {
  return entries
    .map((entry) => (isVariable(entry) ? `-e ${entry.name}=${quoted(entry.value)}` : `-p ${entry.text}`))
    .join(' ')
}

/** Within double quotes a backslash keeps what a shell would read otherwise. */
const quoted = (value: string): string =>
  /^[\w./:=@%+,-]*$/.test(value) ? value : `"${value.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`

const readableBy = (read: (text: string) => unknown) =>
  z.string().superRefine((text, context) => {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof EnvSyntaxError)) throw error
      context.addIssue({ code: 'custom', message: error.message })
    }
  })

/** Flags that can be read. */
export const envFlags = readableBy(readEnv)

/** Words that a shell can split. */
export const shellText = readableBy(shellWords)
