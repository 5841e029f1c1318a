import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fieldOf } from '../../kernel/object.ts'
import { decodeUtf8 } from '../../kernel/utf8.ts'

/** The version of Node. */
export const nodeVersion = process.versions.node

/** A package as npm has installed it. */
export interface InstalledPackage {
  readonly folder: string
  readonly version: string
}

/** The copies of a package that the working folder and those above it have, the nearest first: the one that is imported. */
export function installedPackages(name: string, from = resolve('')): readonly InstalledPackage[] {
  const folder = join(from, 'node_modules', name)
  const above = dirname(from)
  const further = above === from ? [] : installedPackages(name, above)
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return further
  return [{ folder, version: String(fieldOf(JSON.parse(decodeUtf8(readFileSync(file))), 'version')) }, ...further]
}

/** Whether a version is in a range such as `^4.1.0` or `>=16`. */
export function isInRange(version: string, range: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersIn(version)
  const [leastMajor = 0, leastMinor = 0, leastPatch = 0] = numbersIn(range)
  if (major !== leastMajor) return major > leastMajor
  return minor === leastMinor ? patch >= leastPatch : minor > leastMinor
}

const numbersIn = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number)
