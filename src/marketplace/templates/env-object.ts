import { quoteForShell } from '../../kernel/quote-for-shell.ts'
import { ShellSyntaxError } from '../../kernel/split-shell-words.ts'

/**
 * The flags that an env object stands for: `{"K": "v", "-p 8000:8000": "1"}` is `-e K=v -p 8000:8000`.
 * @returns undefined where it sets nothing
 * @throws ShellSyntaxError for a name with an equals sign, and a value that is neither text, number nor boolean
 */
export function flagsOfObject(env: object): string | undefined {
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
