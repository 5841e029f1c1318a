import { Command, InvalidArgumentError, type Option } from 'commander'
import { printable } from '../kernel/printable.ts'
import type { Environment, Io, Output } from './io.ts'

const widthOf = ({ isTTY, columns = 80 }: Output): number => (isTTY === true ? columns : 80)

/** A command that uses the environment and the streams that it is given, not those of the process. */
export class IoCommand extends Command {
  /** A command is an emitter of events, which Commander's types do not say. */
  declare readonly emit: (event: string, value?: string) => boolean
  readonly #env: Environment

  constructor(name: string, { env, stdout, stderr }: Io) {
    super(name)
    this.#env = env
    this.exitOverride().configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
    })
  }

  /** Writes out the characters of what a user gave that a terminal obeys. Commander's own advice has a line of its own. */
  override error(message: string, options?: Parameters<Command['error']>[1]): never {
    const parts = message.split(/\n(?=\(Did you mean )/)
    return super.error(parts.map(printable).join('\n'), options)
  }

  /** Has every option refuse empty and invisible characters in its value. Names of documents may be whole documents, and lists have lines. */
  override addOption(option: Option): this {
    const { parseArg, variadic } = option
    if (option.isBoolean()) return super.addOption(option)
    const mayHaveLines = ['fixture', 'scenario', 'failOn'].includes(option.attributeName())
    option.argParser((text, before: unknown) => {
      const why = whyNoValue(text, mayHaveLines)
      if (why !== undefined) throw new InvalidArgumentError(why)
      if (parseArg !== undefined) return parseArg(text, before)
      const earlier: readonly unknown[] = Array.isArray(before) ? before : []
      return variadic ? [...earlier, text] : text
    })
    return super.addOption(option)
  }

  /** Overrides Commander's, which reads the environment of the process. */
  _parseOptionsEnv(): void {
    for (const option of this.options) {
      const text = option.envVar === undefined ? undefined : this.#env[option.envVar]
      const source = this.getOptionValueSource(option.attributeName()) ?? 'default'
      if (text === undefined || source !== 'default') continue
      this.emit(`optionEnv:${option.name()}`, option.required || option.optional ? text : undefined)
    }
  }
}

/** Why a text is no value: an editor, a shell or a file of variables added to it. */
function whyNoValue(text: string, mayHaveLines: boolean): string | undefined {
  if (/^(["'])[^\n]*\1$/.test(text)) return 'It has quotes around it, which are a part of it: leave them out.'
  if (mayHaveLines) return undefined
  if (/^[^[{]*\p{Cc}/u.test(text)) return 'It has a control character.'
  return /^[\s\p{Cf}]+\S|\S[\s\p{Cf}]+$/u.test(text)
    ? 'It has a blank or an invisible character at its beginning or end.'
    : undefined
}
