import { Command } from 'commander'
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
