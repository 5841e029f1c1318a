import { refuse } from '../../kernel/refusal.ts'
import type { RefusalRule } from '../../kernel/rule.ts'
import { needsShell, shellWords, ShellSyntaxError } from '../../kernel/shell-words.ts'
import type { Trace } from '../../kernel/trace.ts'
import { readEnv } from './env-flags.ts'
import { templateRules } from './rules.ts'
import type { CreateBody } from './schema.ts'

type Flags = Pick<CreateBody, 'env' | 'args_str'>

/**
 * Checks the env and args_str of a request.
 * @returns the words of env that apply nothing
 * @throws Refusal when one of the texts cannot be split into words, or a flag of env is incomplete
 */
export function checkFlags({ env, args_str }: Flags): readonly string[] {
  const unread =
    typeof env === 'string' ? readOrRefuse(() => readEnv(env).unread, templateRules.envMalformed, 'env') : []
  if (args_str !== undefined) readOrRefuse(() => shellWords(args_str), templateRules.argsMalformed, 'args_str')
  return unread
}

function readOrRefuse<T>(read: () => T, rule: RefusalRule, field: string): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error
    throw refuse(rule, `${field}: ${error.message}`)
  }
}

/** Records the rules by which the env and args_str of an accepted request were read. */
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

/** Records the words of an env that apply nothing, and hints at what to write instead. */
export function traceUnread(trace: Trace, where: string, unread: readonly string[]): void {
  trace.apply(templateRules.envWordsUnread)
  trace.unreadEnv = [...trace.unreadEnv, ...unread]
  trace.addHint(`${where}: nobody reads ${shortened(unread)}; write -e NAME=value and -p host:container, with a space`)
}

const MAX_UNREAD_WORDS = 10
const MAX_UNREAD_CHARACTERS = 60

function shortened(words: readonly string[]): string {
  const shown = words
    .slice(0, MAX_UNREAD_WORDS)
    .map((word) => (word.length > MAX_UNREAD_CHARACTERS ? `a word of ${word.length} characters` : word))
  return [...shown, ...(words.length > MAX_UNREAD_WORDS ? [`${words.length - MAX_UNREAD_WORDS} more`] : [])].join(', ')
}
