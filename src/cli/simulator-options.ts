import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { type CommandLine, commandLine, optionsSchema } from '../sandbox/options.ts'
import { clockSpec } from '../testing/scenarios/clock-spec.ts'
import { applyConfig } from './from-config.ts'
import { inlineDocument } from './inline-document.ts'
import { nameList, originList, seedText, someText, tokenText, wholeNumber, withVariable } from './options.ts'
import { moreRules } from './rule-option.ts'

type Name = keyof typeof optionsSchema.shape

/**
 * Adds options of the simulator, and has the project's config set those that are left open.
 * @param names all that the command line has, unless some are named
 * @param apply reads the config before the command runs
 */
export function withSimulatorOptions(
  command: Command,
  names?: readonly Name[],
  apply: (command: Command) => unknown = applyConfig,
): Command {
  for (const name of names?.concat('config') ?? optionsSchema.keyof().options) {
    const schema = optionsSchema.shape[name]
    const onCommandLine = commandLine.get(schema)
    if (onCommandLine !== undefined) command.addOption(simulatorOption(name, schema, onCommandLine))
  }
  return command.hook('preAction', () => void apply(command))
}

/** One that code has too, by this name. */
class SimulatorOption extends Option {
  readonly #name: string

  constructor(name: string, flag: string, description: string) {
    super(flag, description)
    this.#name = name
  }

  override attributeName(): string {
    return this.#name
  }
}

function simulatorOption(name: Name, schema: z.ZodType, { flag, takes, sets, text, byDefault }: CommandLine): Option {
  const isList = takes === 'names' || takes === 'moreNames' || takes === 'origins'
  const description = `${text ?? schema.description ?? ''}${isList ? ', separated by commas' : ''}`
  const made = withVariable(new SimulatorOption(name, flag, description)).preset(sets)
  if (schema instanceof z.ZodDefault) {
    const value: unknown = schema.def.defaultValue
    if (takes === 'word' && schema.def.innerType instanceof z.ZodEnum)
      made.choices(schema.def.innerType.options.map(String))
    made.default(isList ? [value].flat() : value, byDefault ?? String(value))
  }
  if (takes === 'names') return made.argParser((text) => (inlineDocument(text) === undefined ? nameList(text) : [text]))
  if (takes === 'moreNames') return made.argParser((more, before: readonly string[]) => [...before, ...nameList(more)])
  if (takes === 'origins') return made.argParser((more, before: readonly string[]) => [...before, ...originList(more)])
  if (takes === 'rules') return made.argParser(moreRules)
  if (takes === 'clock') return made.argParser(clockStart)
  if (takes === 'seed') return made.argParser(seedText)
  if (takes === 'token') return made.argParser(tokenText)
  if (takes === 'text') return made.argParser(someText)
  return takes === undefined || takes === 'word' ? made : made.argParser(wholeNumber(...takes))
}

/** A parser for where a clock starts. */
function clockStart(text: string) {
  const result = clockSpec.safeParse(text)
  if (result.success) return result.data
  throw new InvalidArgumentError('A clock is real, frozen, or an instant like 2026-01-01T00:00:00Z.')
}
