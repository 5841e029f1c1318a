import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { RefusalRule } from '../../kernel/rule.ts'
import { needsShell, shellWords, ShellSyntaxError } from '../../kernel/shell-words.ts'
import type { Trace } from '../../kernel/trace.ts'
import { readEnv } from './env-flags.ts'
import { templateRules } from './rules.ts'
import type { CreateBody } from './schema.ts'

type Flags = Pick<CreateBody, 'env' | 'args_str'>

const none: readonly string[] = []

/**
 * The env and args_str of a request must be readable. Answers with the words of env that nobody reads.
 * @throws Refusal when they cannot be read
 */
export function readable({ env, args_str }: Flags): readonly string[] {
  const unread = typeof env === 'string' ? unreadIn(env) : none
  if (args_str !== undefined) {
    try {
      shellWords(args_str)
    } catch (error) {
      throw refusalOf(error, templateRules.argsMalformed, 'args_str')
    }
  }
  return unread
}

function unreadIn(env: string): readonly string[] {
  try {
    return readEnv(env).unread
  } catch (error) {
    throw refusalOf(error, templateRules.envMalformed, 'env')
  }
}

/** @throws whatever else went wrong */
function refusalOf(error: unknown, rule: RefusalRule, field: string): Refusal {
  if (!(error instanceof ShellSyntaxError)) throw error
  return refuse(rule, `${field}: ${error.message}`)
}

/** Names the rules by which a request's env and args_str were read, once nothing refuses it. */
export function traceFlags(trace: Trace, { env, args_str }: Flags, unread: readonly string[]): void {
  if (typeof env === 'string') trace.apply(templateRules.envIsString)
  else if (env !== undefined) {
    trace.apply(templateRules.envObjectIgnored)
    trace.addHint('env: an object applies nothing; send one string like -e NAME=value -p 8080:80')
  }
  if ((typeof env === 'string' && needsShell(env)) || (args_str !== undefined && needsShell(args_str)))
    trace.apply(templateRules.shellWords)
  if (unread.length > 0) traceUnread(trace, 'env', unread)
}

/** Names the words of an env that apply nothing. */
export function traceUnread(trace: Trace, where: string, unread: readonly string[]): void {
  trace.apply(templateRules.envWordsUnread)
  trace.unreadEnv = [...trace.unreadEnv, ...unread]
  trace.addHint(`${where}: nobody reads ${inShort(unread)}; write -e NAME=value and -p host:container, with a space`)
}

const MAX_UNREAD_WORDS = 10
const MAX_UNREAD_CHARACTERS = 60

function inShort(words: readonly string[]): string {
  const shown = words
    .slice(0, MAX_UNREAD_WORDS)
    .map((word) => (word.length > MAX_UNREAD_CHARACTERS ? `a word of ${word.length} characters` : word))
  return [...shown, ...(words.length > MAX_UNREAD_WORDS ? [`${words.length - MAX_UNREAD_WORDS} more`] : [])].join(', ')
}
