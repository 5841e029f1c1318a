import { type Command, InvalidArgumentError, type Option } from 'commander'
import { didYouMean } from '../kernel/nearest.ts'
import { CONFIG_NAMES, configText, findConfig, unreadConfigs } from '../node/files/find-config.ts'
import type { ReadConfig } from '../node/files/read-config.ts'
import { optionsSchema } from '../sandbox/options.ts'
import { DocumentError, placed } from '../testing/fixtures/problem.ts'

/**
 * Sets what neither the command line nor a variable has set, as the project's config has it, and `configFiles`, which
 * tells of it.
 * @throws DocumentError when the config cannot be used
 */
export async function applyConfig(command: Command): Promise<void> {
  if (command.getOptionValue('config') === false) return
  const found = findConfig()
  if (found === undefined || found.files.length === 0)
    for (const file of unreadConfigs())
      command.configureOutput().writeErr?.(`rental-sim: ${file} is not read: ${CONFIG_NAMES}\n`)
  if (found === undefined) return
  const config = (await import('../node/files/read-config.ts')).readConfig(found)
  const own = command.name() === 'serve' ? serveOptions(command, config) : []
  for (const [name, value] of [...Object.entries(config.options), ...own]) {
    if ((command.getOptionValueSource(name) ?? 'default') !== 'default') continue
    command.setOptionValueWithSource(name, name === 'fixture' ? [value].flat() : value, 'config')
  }
  command.setOptionValueWithSource('configFiles', configText(found), 'config')
}

/** What the config says for the command serve alone. @throws DocumentError */
function serveOptions({ options }: Command, { serve, locate }: ReadConfig): readonly (readonly [string, unknown])[] {
  const own = new Map(
    options
      .map((option) => [option.attributeName(), option] as const)
      .filter(([name]) => !Object.hasOwn(optionsSchema.shape, name)),
  )
  return Object.entries(serve).map(([name, value]) => {
    const refuse = (message: string): never => {
      throw new DocumentError(placed([{ path: ['serve', name], message }], locate))
    }
    const option = own.get(name)
    if (option === undefined)
      return refuse(
        `unknown key "${name}"${didYouMean(name, own.keys()) || `; there are ${[...own.keys()].join(', ')}`}`,
      )
    try {
      return [name, valueOf(option, value)]
    } catch (error) {
      if (error instanceof InvalidArgumentError) return refuse(error.message)
      throw error
    }
  })
}

/** A value of a document, read as the command line reads it. @throws InvalidArgumentError */
function valueOf(option: Option, value: string | number | boolean): unknown {
  if (option.isBoolean() === (typeof value === 'boolean'))
    return option.isBoolean() ? value : (option.parseArg?.(String(value), undefined) ?? String(value))
  throw new InvalidArgumentError(option.isBoolean() ? 'It is true or false.' : 'It is not a switch.')
}
