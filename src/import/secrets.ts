import { fieldOf, isObject } from '../kernel/object.ts'
import { MASK } from '../kernel/secret.ts'
import { ShellSyntaxError } from '../kernel/split-shell-words.ts'
import { type EnvEntry, formatEnv, isVariable, readEnv } from '../marketplace/templates/env-flags.ts'
import { createRedactor, shallowJson, SHORT_SECRET, withoutSecrets } from '../testing/journal/redact.ts'
import { isSecretName, mentionsSecret } from '../testing/journal/secret-names.ts'

/** What in a text is a secret by what stands before it, which stays: `Bearer`, the user of a command. */
const AFTER: readonly RegExp[] = [
  /(\bBearer\s+)(?:"[^"]*"?|'[^']*'?|[^\s"'\\]+|\S)/g,
  /(\bauthorization\b["']?\s{0,20}[:=]\s{0,20}["']?(?:basic|bearer|token)\s+)[^\s"'\\]+/gi,
  /(\bcurl\b[^\n|;&]{0,500}?\s(?:-u|--user)\s+[^\s:]{1,200}:)[^\s"']+/g,
  /((?:^|\s)-u\s+\S{1,200}\s+-p\s+)[^\s"']+/g,
  /(\b(?:mysql|mariadb|sshpass)\w*\b[^\n|;&]{0,500}?\s-p\s?)[^\s"']+/g,
]
/** An option of a command with its value: `--api-key abc`. */
const OPTION = /((?:^|\s)--?([A-Za-z][\w-]*)[\s=]+)("[^"]*"?|'[^']*'?|[^\s"']+)/g
/** Secrets that are known by how they look, whatever they are called. */
const TOKEN =
  /\b(?:hf_|sk-|gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|AKIA|ASIA|AIza|npm_|pypi-)[\w-]{8,}|\beyJ[\w-]{8,300}\.[\w.-]+|-----BEGIN [A-Z ]*PRIVATE KEY(?:-----)?[^-]*/g

/** A text without the secrets that commands name: `--api-key abc`, `curl -u me:abc`, and those known by how they look. */
export const maskCommands = (text: string): string =>
  AFTER.reduce((shown, pattern) => shown.replaceAll(pattern, `$1${MASK}`), text)
    .replaceAll(OPTION, (whole, start: string, name: string) => (isSecretName(name) ? `${start}${MASK}` : whole))
    .replaceAll(TOKEN, MASK)

/** A password before a host. */
const USER_INFO = /:\/\/[^\s/:@]*:[^\s/@]+@/

/** Whether a text may hold a secret. */
const mayHoldSecret = (text: string): boolean =>
  mentionsSecret(text) || USER_INFO.test(text) || maskCommands(text) !== text

/** `1` or `yes` is no secret, whatever it is called. */
const isSwitch = (value: unknown): boolean => String(value).length <= 3

/** What stands in place of a secret. */
const placeholder = (name: string): string => `<${name}>`

/** Takes secrets out of captured values; `found` gets the name of each. */
export class SecretCleaner {
  /** The secrets of the capture by how they begin: there may be thousands, and any text may repeat one. */
  readonly #byStart = new Map<string, string[]>()

  /** @param captured all that was captured: the values of secrets in it are hidden wherever they are repeated */
  constructor(captured: readonly unknown[]) {
    const values = new Set(captured.flatMap((each) => secretsIn(each)).filter((value) => value.length >= SHORT_SECRET))
    for (const value of [...values].toSorted((a, b) => b.length - a.length)) {
      const start = value.slice(0, SHORT_SECRET)
      this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), value])
    }
  }

  /** A text without the secrets of the capture that it repeats. */
  hide(text: string): string {
    const starts = new Set<string>()
    for (let at = 0; at + SHORT_SECRET <= text.length; at += 1) {
      const start = text.slice(at, at + SHORT_SECRET)
      if (this.#byStart.has(start)) starts.add(start)
    }
    return createRedactor([...starts].flatMap((start) => this.#byStart.get(start) ?? []))(text)
  }

  /** A value of any depth without secrets: those that a journal masks too, and texts that look like one. */
  clean(name: string, value: unknown, found: (name: string) => void): unknown {
    return this.#cleaned(name, value, withoutSecrets(value), found)
  }

  /** @param masked the value as a journal shows it */
  #cleaned(name: string, value: unknown, masked: unknown, found: (name: string) => void): unknown {
    if (isSecretName(name)) {
      if (value === null || typeof value === 'boolean' || isSwitch(value)) return value
      return this.#replaced(name, found, placeholder(name))
    }
    if (Array.isArray(value)) {
      const texts = value.filter((each) => typeof each === 'string')
      if (texts.length > 1 && mayHoldSecret(texts.join(' '))) return this.#replaced(name, found, [placeholder(name)])
      return value.map((each, at) => this.#cleaned(name, each, fieldOf(masked, String(at)), found))
    }
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, this.#cleaned(key, each, fieldOf(masked, key), found)]),
      )
    if (typeof value !== 'string') return value
    if (mayHoldSecret(value)) return this.#replaced(name, found, placeholder(name))
    // A journal writes JSON anew even where it masks nothing.
    const shown = this.hide(typeof masked === 'string' && masked.includes(MASK) ? masked : value)
    return shown === value ? value : this.#replaced(name, found, shown)
  }

  /** An env string without secrets; without any it stays as it was written. Undefined when it cannot be read. */
  cleanEnv(text: string, found: (name: string) => void): string | undefined {
    try {
      const { entries, unread } = readEnv(text)
      const shown = entries.map((entry) => this.cleanEntry(entry, found))
      const rest = unread.join(' ')
      const isRestClean = this.clean('env', rest, found) === rest
      return isRestClean && entries.every((entry, index) => entry === shown[index]) ? text : formatEnv(shown)
    } catch (error) {
      if (error instanceof ShellSyntaxError) return undefined
      throw error
    }
  }

  cleanEntry(entry: EnvEntry, found: (name: string) => void): EnvEntry {
    if (!isVariable(entry)) return entry
    const value = this.clean(entry.name, entry.value, (name) => found(`env ${name}`))
    return value === entry.value ? entry : { name: entry.name, value: String(value) }
  }

  #replaced<T>(name: string, found: (name: string) => void, by: T): T {
    found(name)
    return by
  }
}

/** The texts in a value that stand under the name of a secret: as a field, as a pair, or in the query of a URL. */
function secretsIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return /^\s{0,100}[{[]/.test(value) ? secretsIn(shallowJson(value)) : secretsInUrl(value)
  if (!isObject(value)) return []
  const pair: readonly unknown[] = Array.isArray(value) ? value : [fieldOf(value, 'name'), fieldOf(value, 'value')]
  const [first, second] = pair
  return [
    ...(typeof first === 'string' && typeof second === 'string' && isSecretName(first)
      ? [second.replace(/^(Bearer|Basic) +/i, ''), ...cookiesIn(second)]
      : []),
    ...Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
      typeof each === 'string' && isSecretName(name) ? [each] : secretsIn(each),
    ),
  ]
}

/** The values in a header Cookie or Set-Cookie. */
const cookiesIn = (text: string): readonly string[] => [...text.matchAll(/=([^;\s]+)/g)].map(([, value = '']) => value)

const secretsInUrl = (text: string): readonly string[] =>
  [...text.matchAll(/[?&]([\w.[\]-]{2,100})=([^&#\s]+)/g)].flatMap(([, name = '', value = '']) =>
    isSecretName(name) ? [value] : [],
  )
