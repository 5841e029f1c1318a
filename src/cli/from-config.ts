import { type Command, InvalidArgumentError, type Option } from 'commander'
import { didYouMean } from '../kernel/nearest.ts'
import { CONFIG_NAMES, configText, findConfig, type FoundConfig, unreadConfigs } from '../node/files/find-config.ts'
import { readConfig, type ReadConfig, usableConfig } from '../node/files/read-config.ts'
import { optionsSchema } from '../sandbox/options.ts'
import { attempt, DocumentError, placed } from '../testing/fixtures/problem.ts'

/**
 * Sets what neither the command line nor a variable has set, as the project's config has it, and `configFiles`, which
 * tells of it.
 * @returns the config, where there is one
 * @throws DocumentError when the config cannot be used
 */
export function applyConfig(
  command: Command,
  read: (found: FoundConfig) => ReadConfig = readConfig,
): ReadConfig | undefined {
  if (command.getOptionValue('config') === false) return undefined
  const found = findConfig()
  if (found === undefined || found.files.length === 0)
    for (const file of unreadConfigs())
      command.configureOutput().writeErr?.(`rental-sim: ${file} is not read: ${CONFIG_NAMES}\n`)
  if (found === undefined) return undefined
  const isServe = command.name() === 'serve'
  const config = isServe ? readForServe(command, found) : read(found)
  const own = isServe ? serveOptions(command, config) : []
  for (const [name, value] of [...Object.entries(config.options), ...own]) {
    if ((command.getOptionValueSource(name) ?? 'default') !== 'default') continue
    command.setOptionValueWithSource(name, name === 'fixture' ? [value].flat() : value, 'config')
  }
  command.setOptionValueWithSource('configFiles', configText(found), 'config')
  return config
}

/** The config, once what it says for all and for serve is fine. @throws DocumentError with the problems of both */
function readForServe(serve: Command, found: FoundConfig): ReadConfig {
  const { problems, ...config } = usableConfig(found)
  const all = [...problems, ...attempt(() => serveOptions(serve, config)).problems]
  if (all.length > 0) throw new DocumentError(all)
  return config
}

/** What the config says for the command serve alone. @param command serve itself @throws DocumentError */
export function serveOptions(
  { options }: Command,
  { serve, locate }: ReadConfig,
): readonly (readonly [string, unknown])[] {
  const own = new Map(
    options
      .map((option) => [option.attributeName(), option] as const)
      .filter(([name]) => !Object.hasOwn(optionsSchema.shape, name)),
  )
  const read = Object.entries(serve).map(([name, value]) => {
    const option = own.get(name)
    const unknown = `unknown key "${name}"${didYouMean(name, own.keys()) || `; there are ${[...own.keys()].join(', ')}`}`
    return { name, ...(option === undefined ? { message: unknown } : valueOf(option, value)) }
  })
  const problems = read.flatMap(({ name, message }) =>
    message === undefined ? [] : [{ path: ['serve', name], message }],
  )
  if (problems.length > 0) throw new DocumentError(placed(problems, locate))
  return read.map(({ name, value }) => [name, value])
}

/** A value of a document, read as the command line reads it, or why it cannot be. */
function valueOf(option: Option, value: string | number | boolean): { value?: unknown; message?: string } {
  if (option.isBoolean() !== (typeof value === 'boolean'))
    return { message: option.isBoolean() ? 'It is true or false.' : 'It is not a switch.' }
  if (option.isBoolean()) return { value }
  try {
    return { value: option.parseArg?.(String(value), undefined) ?? String(value) }
  } catch (error) {
    if (error instanceof InvalidArgumentError) return { message: error.message }
    throw error
  }
}
