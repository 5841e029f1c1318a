import { lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'

const BEFORE = '(function (exports, require, module, __filename, __dirname) { '
const AFTER = '\n})'
const NAME_CHARACTERS = 200

/**
 * Keeps what V8 compiles of the command until the next start, in the folder for temporary files. From Node 22 on Node does
 * so itself. Without a place to keep it everything is compiled anew.
 */
export function keepCode(): void {
  const loader: object & { readonly enableCompileCache?: () => unknown } = process.getBuiltinModule('node:module')
  if (loader.enableCompileCache) return void loader.enableCompileCache()
  const kept = process.env['NODE_DISABLE_COMPILE_CACHE'] ? undefined : ownFolder()
  if (kept !== undefined) keepCodeOf(import.meta.dirname, kept)
}

function keepCodeOf(folder: string, kept: string): void {
  const { extensions } = createRequire(import.meta.url)
  const compiled = new Map<string, () => Buffer>()
  extensions['.cjs'] = (module, file) => {
    if (dirname(file) === folder) load(module, file)
    else extensions['.js'](module, file)
  }
  process.once('exit', () => {
    // V8 takes up what was compiled only under the flags under which it was written, and serve sets this one.
    if (compiled.size > 0) setFlagsFromString('--heap-growing-percent=0')
    for (const [place, code] of compiled) keep(place, code())
  })

  function load(module: NodeJS.Module, file: string): void {
    const { size, mtimeMs, ino } = statSync(file)
    // V8 itself compares no more of the source than its length.
    const source = Buffer.from(`${size} ${mtimeMs} ${ino}`)
    const place = join(kept, file.replaceAll(/[^\w.-]/g, '_').slice(-NAME_CHARACTERS))
    const script = new Script(BEFORE + readFileSync(file, 'utf8') + AFTER, {
      filename: file,
      columnOffset: -BEFORE.length,
      cachedData: codeIn(place, source),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    if (script.cachedDataRejected !== false) {
      compiled.set(place, () => Buffer.concat([script.createCachedData(), source]))
    }
    const run: unknown = script.runInThisContext()
    if (typeof run !== 'function') throw new TypeError(`no function: ${file}`)
    const require = (id: string): unknown => module.require(id)
    Reflect.apply(run, module.exports, [module.exports, require, module, file, dirname(file)])
  }
}

/** Of this user alone: what lies in it is run. */
function ownFolder(): string | undefined {
  const user = process.getuid?.()
  const folder = join(tmpdir(), `rental-sim-${user ?? 'code'}-${process.version}-${process.arch}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = lstatSync(folder)
    return user === undefined || (uid === user && (mode & 0o077) === 0) ? folder : undefined
  } catch {
    return undefined
  }
}

/** The code that was kept of a source. */
function codeIn(place: string, source: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(place)
    return kept.subarray(-source.length).equals(source) ? kept.subarray(0, -source.length) : undefined
  } catch {
    return undefined
  }
}

function keep(place: string, code: Buffer): void {
  try {
    const unfinished = `${place}.${process.pid}`
    writeFileSync(unfinished, code, { mode: 0o600 })
    renameSync(unfinished, place)
  } catch {
    // The next start compiles again.
  }
}
