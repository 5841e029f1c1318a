import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Most of a start. The others may use `import()`, which Node 20 knows in no code that was kept. */
const KEPT: ReadonlySet<string> = new Set(['command.cjs', 'simulator.cjs', 'whole.cjs'])
const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname) { ')
const TAIL = Buffer.from('\n})')
const WRITABLE_BY_OTHERS = 0o022
const CHECKSUM_BYTES = 4

/**
 * Keeps what V8 compiled of this program's files for the next start, as `enableCompileCache` does from Node 22 on. V8
 * refuses what another version, or other flags, made.
 */
export function keepCompiled(): void {
  const folder = ownFolder()
  // Node 21 has no crc32.
  if (!crc32 || folder === undefined || process.env['NODE_DISABLE_COMPILE_CACHE']) return
  const { extensions } = createRequire(__filename)
  const compiled: { readonly file: string; readonly sourceSum: number; readonly script: Script }[] = []
  extensions['.cjs'] = (module, filename) => {
    if (dirname(filename) === __dirname && KEPT.has(basename(filename))) required(module, filename)
    else extensions['.js'](module, filename)
  }
  const required = (module: NodeJS.Module, filename: string): void => {
    const source = readFileSync(filename)
    // Of the latest build alone: whoever builds often would fill the folder.
    const file = join(folder, `${basename(filename)}-${crc32(filename).toString(16)}`)
    const sourceSum = crc32(source)
    // Joined as bytes: a text put together from others takes its memory twice.
    const script = new Script(Buffer.concat([HEAD, source, TAIL]).toString(), {
      filename,
      cachedData: read(file, sourceSum),
      // Stacks tell places in the file, not in what is wrapped around it.
      columnOffset: -HEAD.length,
    })
    if (script.cachedDataRejected !== false) compiled.push({ file, sourceSum, script })
    const run: unknown = script.runInThisContext()
    const require = (id: string): unknown => module.require(id)
    if (typeof run === 'function') Reflect.apply(run, module, [module.exports, require, module, filename, __dirname])
  }
  process.once('exit', () => {
    if (compiled.length === 0) return
    // V8 compares its flags with those of the start, before node/heap.ts changed this one.
    setFlagsFromString('--heap-growing-percent=0')
    for (const { file, sourceSum, script } of compiled) write(file, sourceSum, script.createCachedData())
  })
}

/** A folder that nobody else can write to; undefined where there is none. */
function ownFolder(): string | undefined {
  const user = process.getuid?.()
  const folder = join(tmpdir(), `rental-sim-${process.version}-${process.arch}-${user}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    const isOwn = user === undefined || (found.uid === user && (found.mode & WRITABLE_BY_OTHERS) === 0)
    return found.isDirectory() && isOwn ? folder : undefined
  } catch {
    return undefined
  }
}

/** Undefined where there is none of this source, or only a part of it: V8 itself looks at its head and the source's length only. */
function read(file: string, sourceSum: number): Buffer | undefined {
  try {
    const kept = readFileSync(file)
    const data = kept.subarray(0, -CHECKSUM_BYTES)
    return kept.readUInt32LE(data.length) === crc32(data, sourceSum) ? data : undefined
  } catch {
    return undefined
  }
}

/** Whole or not at all; the next start compiles what could not be kept. */
function write(file: string, sourceSum: number, data: Buffer): void {
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32LE(crc32(data, sourceSum))
  const part = `${file}.${process.pid}`
  try {
    writeFileSync(part, Buffer.concat([data, checksum]), { mode: 0o600 })
    renameSync(part, file)
  } catch {
    // Nothing else needs it.
  }
}
