import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { errorMessage } from '../../kernel/error-message.ts'
import { isObject } from '../../kernel/object.ts'
import { check } from '../../kernel/wire.ts'
import { type Config, configDocument } from '../../sandbox/config.ts'
import type { SimulatorOptions } from '../../sandbox/options.ts'
import { DocumentError, placed } from '../../testing/fixtures/problem.ts'
import { readSource, type Source } from '../../testing/fixtures/source.ts'
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
export function readConfig({ files, library }: FoundConfig): ReadConfig {
  const [file, other] = files
  if (file === undefined) return { options: { library }, serve: {}, locate: () => ({}) }
  if (other !== undefined) throw problem(file, `both ${file} and ${other} exist; keep one`)
  const { value, locate } = file.endsWith('.ts') ? moduleSource(file) : documentSource(file)
  const { data, problems } = check(configDocument, value)
  if (data === undefined) throw new DocumentError(placed(problems, locate))
  const chosen: Partial<typeof data> = data
  // Without the defaults: what is open here is for others to say.
  for (const key of configDocument.keyof().options) if (!(isObject(value) && key in value)) delete chosen[key]
  const { $schema: _schema, serve = {}, ...options } = chosen
  return { options: { library, ...options }, serve, locate }
}

const problem = (file: string, message: string): DocumentError => new DocumentError([{ file, path: [], message }])

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
    throw problem(file, strips || !(error instanceof SyntaxError) ? `cannot be read: ${errorMessage(error)}` : cannot)
  }
  if (isObject(exported) && 'default' in exported) return { value: exported['default'], locate: () => ({ file }) }
  throw problem(file, 'exports nothing by default: export default { clock: "frozen" }')
}
