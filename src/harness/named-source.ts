import { nearest } from '../kernel/nearest.ts'
import { DocumentError } from './fixtures/problem.ts'
import { readSource, type Source } from './fixtures/source.ts'
import type { Library } from './library.ts'

/** @throws DocumentError for a name that the library does not know, naming the nearest */
export function sourceOf(library: Library, kind: string, name: string): Source {
  const found = library.find(name)
  if (found !== undefined) {
    const { text, file, value } = found
    if (value === undefined) return readSource(text, file)
    let source: Source | undefined
    return { value, locate: (path) => (source ??= readSource(text, file)).locate(path) }
  }
  const close = nearest(name, library.names(), 3)
  const known = close.length > 0 ? `did you mean ${close.join(', ')}?` : `there are ${library.names().join(', ')}`
  throw new DocumentError([{ path: [], message: `there is no ${kind} named "${name}"; ${known}` }])
}
