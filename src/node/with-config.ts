import { optionsSchema, type SimulatorOptions } from '../sandbox/options.ts'
import { isConfigOff } from './files/config-files.ts'
import { findConfig } from './files/find-config.ts'
import { readConfig } from './files/read-config.ts'

/**
 * Options of a simulator in code, and where they leave something open, those of the project's config.
 * @throws DocumentError when the config cannot be used
 */
export function withConfig(options: SimulatorOptions): SimulatorOptions {
  const found = options.config === false || isConfigOff(process.env) ? undefined : findConfig()
  if (found === undefined) return options
  const given: { -readonly [Name in keyof SimulatorOptions]: SimulatorOptions[Name] } = { ...options }
  for (const name of optionsSchema.keyof().options) if (given[name] === undefined) delete given[name]
  return { ...readConfig(found).options, ...given }
}
