import { quoteForShell } from '../../kernel/quote-for-shell.ts'
import { ShellSyntaxError, needsShell, splitShellWords } from '../../kernel/split-shell-words.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { RefusalRule, RuleWithValue } from '../../kernel/rule.ts'
import type { Sim } from '../sim.ts'
import { readEnv } from './env-flags.ts'
import type { Trace } from '../../kernel/trace.ts'
import type { CreateBody } from './schema.ts'
import { catalogue } from '../catalogue.ts'

/**
 * The flags that an env object stands for: `{"K": "v", "-p 8000:8000": "1"}` is `-e K=v -p 8000:8000`.
 * @returns undefined where it sets nothing
 * @throws ShellSyntaxError for a name with an equals sign, and a value that is neither text, number nor boolean
 */
function flagsOfObject(env: object): string | undefined {
  const flags = Object.entries(env).flatMap(([name, value]: readonly [string, unknown]) =>
    value === null
      ? []
      : [name.startsWith('-') ? flag(name, textOf(name, value)) : variable(name, textOf(name, value))],
  )
  return flags.length === 0 ? undefined : flags.join(' ')
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new ShellSyntaxError(`${name}: is not text`)
  return String(value)
}

function variable(name: string, value: string): string {
  if (name === '' || name.includes('=')) throw new ShellSyntaxError(`"${name}" is not a name of a variable`)
  return `-e ${quoteForShell(`${name}=${value}`)}`
}

/** A flag has its argument in its name, `-p 80:80`, or else as its value. */
function flag(name: string, value: string): string {
  const [word = '', ...rest] = name.split(' ')
  return `${quoteForShell(word)} ${quoteForShell(rest.length === 0 ? value : rest.join(' '))}`
}

type Flags = Pick<CreateBody, 'env' | 'args_str'>

type EnvLimit = RefusalRule & RuleWithValue<number | { readonly env: number }>

/**
 * The env of a request as one string of flags; undefined where the request sets nothing. Names the rules by which env and
 * args_str were read.
 * @param limit the rule that says how many characters env may have: of an object, the flags that it stands for
 * @throws Refusal when one of the texts cannot be split into words, a flag of env is incomplete, or env is a refused object
 */
export function readFlags(sim: Sim, { env: sent, args_str }: Flags, limit: EnvLimit): string | undefined {
  const { trace } = sim
  const env = typeof sent === 'object' ? textOfObject(sim, sent, limit) : sent
  const unread =
    env === undefined
      ? []
      : readOrRefuse(env, (text) => readEnv(text).unread, catalogue['templates.env-malformed'], 'env')
  if (args_str !== undefined) readOrRefuse(args_str, splitShellWords, catalogue['templates.args-malformed'], 'args_str')
  if (typeof sent === 'string') trace.apply(catalogue['templates.env-is-a-string'])
  else if (sent !== undefined) traceObject(sim)
  if ((typeof sent === 'string' && needsShell(sent)) || (args_str !== undefined && needsShell(args_str)))
    trace.apply(catalogue['templates.shell-words'])
  if (unread.length > 0) traceUnread(sim, 'env', unread)
  if (typeof sent === 'string') hintAtReturns(trace, 'env', sent)
  if (args_str !== undefined) hintAtReturns(trace, 'args_str', args_str)
  return env
}

/** The flags that an env object stands for, where it applies any. */
function textOfObject({ rules }: Sim, env: object, limit: EnvLimit): string | undefined {
  const chosen = rules.chosen(catalogue['templates.env-object'])
  if (chosen === 'ignored') return undefined
  if (chosen === 'refused')
    throw refuse(catalogue['templates.env-object'], 'env: is an object, not one string of flags')
  const text = readOrRefuse(env, flagsOfObject, catalogue['templates.env-malformed'], 'env')
  const value = rules.valueOf(limit)
  const most = typeof value === 'number' ? value : value.env
  if (text !== undefined && text.length > most)
    throw refuse(limit, `env: stands for ${text.length} characters, not ${most}`)
  return text
}

function readOrRefuse<Sent, T>(sent: Sent, read: (sent: Sent) => T, rule: RefusalRule, field: string): T {
  try {
    return read(sent)
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error
    const hasReturns = typeof sent === 'string' && sent.includes('\r')
    throw refuse(rule, `${field}: ${error.message}`, hasReturns ? `${field}: ${NO_RETURNS}` : undefined)
  }
}

/** Hints at words that end in a carriage return: a text with the line ends of Windows was sent. */
export function hintAtReturns(trace: Trace, where: string, text: string): void {
  const count = splitShellWords(text).filter((word) => word.endsWith('\r')).length
  if (count > 0)
    trace.addHint(
      `${where}: ${count === 1 ? 'a word ends' : `${count} words end`} in a carriage return, which is kept; ${NO_RETURNS}`,
    )
}

const NO_RETURNS = 'end lines with a newline alone (LF, not CRLF)'

function traceObject({ trace, rules }: Sim): void {
  if (rules.chosen(catalogue['templates.env-object']) === 'applied') trace.apply(catalogue['templates.env-object'])
  else {
    trace.apply(catalogue['templates.env-object-ignored'])
    trace.addHint(
      'env: an object is ignored; send one string like -e NAME=value -p 8080:80; --dialect observed applies an object',
    )
  }
}

/** Records the words of an env that apply nothing, and hints at what to write instead. */
export function traceUnread(
  { trace, rules }: Pick<Sim, 'rules' | 'trace'>,
  where: string,
  words: readonly string[],
): void {
  const unread = rules.chosen(catalogue['templates.env-hostname']) === 'read' ? withoutHostname(words) : words
  if (unread.length < words.length) trace.apply(catalogue['templates.env-hostname'])
  if (unread.length === 0) return
  trace.apply(catalogue['templates.env-words-unread'])
  trace.unreadEnv = [...trace.unreadEnv, ...unread]
  trace.addHint(`${where}: not read: ${shortened(unread)}; write -e NAME=value and -p host:container, with a space`)
}

/** The words but each `-h` and what follows it. */
const withoutHostname = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => !(word === '-h' && at + 1 < words.length) && words[at - 1] !== '-h')

const MAX_UNREAD_WORDS = 10
const MAX_UNREAD_CHARACTERS = 60

function shortened(words: readonly string[]): string {
  const shown = words
    .slice(0, MAX_UNREAD_WORDS)
    .map((word) => (word.length > MAX_UNREAD_CHARACTERS ? `a word of ${word.length} characters` : word))
  return [...shown, ...(words.length > MAX_UNREAD_WORDS ? [`${words.length - MAX_UNREAD_WORDS} more`] : [])].join(', ')
}
