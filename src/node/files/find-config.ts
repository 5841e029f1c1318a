import { existsSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { configFiles } from './config-files.ts'
import { libraryFolders } from './library.ts'

/** What a project says of its simulators: a file, a library folder, or both. */
export interface FoundConfig {
  /** More than one cannot be used. */
  readonly files: readonly string[]
  readonly library?: string
}

/** The folder that `rental-sim init` makes. */
export const LIBRARY = 'rental-sim'

/**
 * Looks in the working folder, and nowhere else (docs/decisions/config-of-a-project.md): where there is nothing it costs
 * four questions to the file system, some microseconds.
 */
export function findConfig(): FoundConfig | undefined {
  const files = configFiles()
  const library = existsSync(LIBRARY) && libraryFolders(LIBRARY).length > 0 ? LIBRARY : undefined
  if (files.length === 0 && library === undefined) return undefined
  // What a package brings is not the project's to say.
  return resolve('').split(sep).includes('node_modules') ? undefined : { files, library }
}

/** Files that somebody takes for a config. */
export const unreadConfigs = (): readonly string[] =>
  ['yml', 'js', 'mjs', 'cjs', 'mts', 'toml']
    .map((ending) => `rental-sim.config.${ending}`)
    .filter((file) => existsSync(file))

export const CONFIG_NAMES = 'call it rental-sim.config.yaml, .json or .ts'

/** `rental-sim.config.yaml, rental-sim/` */
export const configText = ({ files, library }: FoundConfig): string =>
  [...files, ...(library === undefined ? [] : [`${library}/`])].join(', ')
