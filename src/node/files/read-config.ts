import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { errorMessage } from '../../kernel/error-message.ts'
import { isObject } from '../../kernel/object.ts'
import { check } from '../../kernel/wire.ts'
import { type Config, configDocument } from '../../sandbox/config.ts'
import type { SimulatorOptions } from '../../sandbox/options.ts'
import { attempt, DocumentError, fileError, placed } from '../../testing/fixtures/problem.ts'
import { inlineSource, readSource, type Source } from '../../testing/fixtures/source.ts'
import type { FoundConfig } from './find-config.ts'
import { readFile } from './library.ts'

/** What a project has chosen, and nothing else. */
export interface ReadConfig {
  readonly options: SimulatorOptions
  /** What only the command `serve` has. */
  readonly serve: NonNullable<Config['serve']>
  readonly locate: Source['locate']
}

/** @throws DocumentError with file, line and key of each problem */
export function readConfig(found: FoundConfig): ReadConfig {
  const { problems, ...config } = usableConfig(found)
  if (problems.length > 0) throw new DocumentError(problems)
  return config
}

/** The usable part of a config, and the problems of the rest. */
export function usableConfig({ files, library }: FoundConfig): ReadConfig & Pick<DocumentError, 'problems'> {
  const { result, problems } = attempt(() => sourceOf(files))
  if (result === undefined) return { options: { library }, serve: {}, locate: () => ({}), problems }
  const { value, locate } = result
  const { problems: wrong } = check(configDocument, value)
  const usable = Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([key, part]) => {
      const within = wrong.filter(({ path }) => path[0] === key)
      if (within.length === 0) return [[key, part]]
      // The command serve looks at its own options one by one.
      return key === 'serve' && isObject(part) && within.every(({ path }) => path.length > 1)
        ? [
            [
              key,
              Object.fromEntries(Object.entries(part).filter(([name]) => !within.some(({ path }) => path[1] === name))),
            ],
          ]
        : []
    }),
  )
  const chosen: Partial<z.output<typeof configDocument>> = check(configDocument, usable).data ?? {}
  // Without the defaults: variables and flags may fill the gaps.
  for (const key of configDocument.keyof().options) if (!(key in usable)) delete chosen[key]
  const { $schema: _schema, serve = {}, ...options } = chosen
  return { options: { library, ...options }, serve, locate, problems: placed(wrong, locate) }
}

function sourceOf([file, other]: FoundConfig['files']): Source {
  if (file === undefined) return inlineSource({})
  if (other !== undefined) throw fileError(file, `both ${file} and ${other} exist; keep one`)
  return file.endsWith('.ts') ? moduleSource(file) : documentSource(file)
}

function documentSource(file: string): Source {
  const source = readSource(readFile(file).text, file)
  // A file with nothing but comments.
  return { ...source, value: source.value ?? {} }
}

/** What a TypeScript module exports by default; Node strips its types from 22.18 on. */
function moduleSource(file: string): Source {
  const path = resolve(file)
  let exported: unknown
  try {
    exported = createRequire(path)(path)
  } catch (error) {
    const strips = 'typescript' in process.features && process.features.typescript !== false
    const cannot = `Node ${process.versions.node} reads no TypeScript: use 22.18 or newer, or write rental-sim.config.yaml`
    throw fileError(file, strips || !(error instanceof SyntaxError) ? `cannot be read: ${errorMessage(error)}` : cannot)
  }
  if (isObject(exported) && 'default' in exported) return { value: exported['default'], locate: () => ({ file }) }
  throw fileError(file, 'exports nothing by default: export default { clock: "frozen" }')
}
