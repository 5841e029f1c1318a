import type { Library } from '../testing/fixtures/library.ts'
import { fileError } from '../testing/fixtures/problem.ts'

/** The longest path that a system takes. */
const LONGEST_NAME = 4096

/** The text of a document that stands in place of its name: JSON, YAML, or base64 of either. Undefined for names and paths. */
export function inlineDocument(text: string): string | undefined {
  if (isDocument(text)) return text
  const packed = text.replaceAll(/\s/g, '')
  if (!/^[\w+/-]{8,}={0,2}$/.test(packed)) return undefined
  const decoded = Buffer.from(packed, 'base64').toString()
  return isDocument(decoded) && !decoded.includes('\uFFFD') ? decoded : undefined
}

/** An object of JSON, or something with a key of YAML: in a name or a path no space follows a colon. */
const isDocument = (text: string): boolean => /^\s*\{|:\s|:$/.test(text)

/**
 * A library in which documents that came whole have a name, and what they are then called.
 * @param name stands for a document, also in messages about it
 * @throws DocumentError for a text that is too long to be a name
 */
export function withInlineDocuments(base: Library, given: readonly string[], name: string) {
  const texts = new Map<string, string>()
  const names = given.map((each) => {
    const text = inlineDocument(each)
    if (text !== undefined) {
      texts.set(name, text)
      return name
    }
    if (each.length <= LONGEST_NAME) return each
    throw fileError(
      name,
      `is neither a name, a path nor a document (JSON, YAML, or base64 of either): ${each.slice(0, 40)}…`,
    )
  })
  const library: Library = {
    names: () => [...texts.keys(), ...base.names()],
    find: (wanted) => {
      const text = texts.get(wanted)
      return text === undefined ? base.find(wanted) : { text, file: name }
    },
  }
  return { library: texts.size === 0 ? base : library, names }
}
