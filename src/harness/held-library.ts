import { DocumentError } from './fixtures/problem.ts'
import type { Library } from './library.ts'

/** A library as it is now, whatever becomes of its files: what cannot be read is told to whoever asks for it. */
export function heldLibrary(library: Library): Library {
  const held = new Map(library.names().map((name) => [name, readNow(library, name)]))
  return { names: () => [...held.keys()], find: (name) => held.get(name)?.() }
}

function readNow(library: Library, name: string): () => ReturnType<Library['find']> {
  try {
    const found = library.find(name)
    return () => found
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return () => {
      throw error
    }
  }
}
