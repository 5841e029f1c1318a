import { z } from 'zod'
import { quoteForShell } from '../../kernel/quote-for-shell.ts'
import { splitShellWords, ShellSyntaxError } from '../../kernel/split-shell-words.ts'

export interface Variable {
  readonly name: string
  readonly value: string
}

interface PortMapping {
  /** Digits, as they were written: the contract states no bound. */
  readonly hostPort: string
  /** Digits without leading zeros. */
  readonly containerPort: string
  readonly protocol: 'tcp' | 'udp'
  /** As it was written: `<host_port>:<container_port>[/<protocol>]`. */
  readonly text: string
}

export type EnvEntry = Variable | PortMapping

/** What an env string holds. */
interface EnvReading {
  /** In the written order; what is named twice is listed twice. */
  readonly entries: readonly EnvEntry[]
  /** The words that are neither `-e`, `-p` nor what follows them. */
  readonly unread: readonly string[]
}

export const isVariable = (entry: EnvEntry): entry is Variable => 'name' in entry

/**
 * The entries of container-run flags, each once: `-e NAME=value` and `-p host:container[/tcp|/udp]`.
 * @throws ShellSyntaxError
 */
export const parseEnv = (text: string): readonly EnvEntry[] => merge([], readEnv(text).entries)

/**
 * Reads container-run flags.
 * @throws ShellSyntaxError for an open quote, an `-e` without `NAME=value` or a `-p` without `host:container`
 */
export function readEnv(text: string): EnvReading {
  const words = splitShellWords(text)
  const entries: EnvEntry[] = []
  const unread: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '-e') entries.push(variable(words[++at]))
    else if (word === '-p') entries.push(portMapping(words[++at]))
    else unread.push(word)
  }
  return { entries, unread }
}

function variable(word = ''): Variable {
  const at = word.indexOf('=')
  if (at < 1) throw new ShellSyntaxError(`-e ${word}: expected -e NAME=value`)
  return { name: word.slice(0, at), value: word.slice(at + 1) }
}

function portMapping(word = ''): PortMapping {
  const [, host, container, protocol = 'tcp'] = /^(\d+):(\d+)(?:\/(tcp|udp))?$/.exec(word) ?? []
  if (host === undefined || container === undefined)
    throw new ShellSyntaxError(`-p ${word}: expected -p host:container[/tcp|/udp]`)
  return {
    hostPort: plainNumber(host),
    containerPort: plainNumber(container),
    protocol: protocol === 'udp' ? 'udp' : 'tcp',
    text: word,
  }
}

const plainNumber = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

/** Two entries with the same key set the same thing: a variable is known by its name, a mapping by its ports and protocol. */
export const entryKey = (entry: EnvEntry): string =>
  isVariable(entry) ? `-e ${entry.name}` : `-p ${entry.hostPort}:${entry.containerPort}/${entry.protocol}`

/** Keeps the order of the first list, replaces in place what the second names again, and appends the rest. */
export function merge(base: readonly EnvEntry[], over: readonly EnvEntry[]): readonly EnvEntry[] {
  const merged = new Map(base.map((entry) => [entryKey(entry), entry]))
  for (const entry of over) merged.set(entryKey(entry), entry)
  return [...merged.values()]
}

/** An env put over another. */
export interface MergedEnv {
  readonly base: readonly EnvEntry[]
  readonly over: readonly EnvEntry[]
  readonly entries: readonly EnvEntry[]
  /** As one env string. */
  readonly text: string
}

/** Puts the env of a request over that of a template; each names nothing twice. */
export function mergeEnv(base: readonly EnvEntry[], over: readonly EnvEntry[]): MergedEnv {
  const entries = merge(base, over)
  return { base, over, entries, text: formatEnv(entries) }
}

/** The entries as one env string, quoted where a shell would split them. */
export function formatEnv(entries: readonly EnvEntry[]): string {
  return entries.map(flagOf).join(' ')
}

const flagOf = (entry: EnvEntry): string =>
  isVariable(entry) ? `-e ${quoteIfNeeded(entry.name)}=${quoteIfNeeded(entry.value)}` : `-p ${entry.text}`

const quoteIfNeeded = (text: string): string => (/[ \t\n'"\\]/.test(text) ? quoteForShell(text) : text)

/** The length of `formatEnv(entries)` in characters, without quotes. */
export const lengthOf = (entries: readonly EnvEntry[]): number =>
  entries.reduce(
    (sum, entry) =>
      sum + '-e '.length + (isVariable(entry) ? entry.name.length + 1 + entry.value.length : entry.text.length),
    Math.max(0, entries.length - 1),
  )

const readableBy = (read: (text: string) => unknown) =>
  z.string().superRefine((text, context) => {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) throw error
      context.addIssue({ code: 'custom', message: error.message })
    }
  })

/** Flags that can be read. */
export const envFlags = readableBy(readEnv)

/** Words that a shell can split. */
export const shellText = readableBy(splitShellWords)
