import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { operations } from '../../src/marketplace/routes.ts'
import { isWhole } from './drawn.ts'

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 60 ? `${text.length - 2} characters` : text
}

const everyOperation = operations.map(({ id }) => id).join(', ')

/** A text without the list of all operations, so that one more changes no line that is kept. */
export const withoutOperations = (text: string): string => text.replaceAll(everyOperation, 'all operations')

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : value === undefined ? 'undefined' : typeof value

/** Stand between names of fields, and between them and their most frequent answer. */
const [AND, ELSE] = [' | ', ': else ']

/** How each value of a field is answered: fields with the same answers stand together, each line has the values that it answers. */
export class SaidOfFields {
  /** The answers at each of the places where a field may be. */
  readonly #texts = new Map<string, Set<string>>()

  /** @param said for each value the answer to it; the most frequent stands beside the name, without its values. */
  add(field: string, said: Iterable<readonly [value: unknown, message: string]>): void {
    const values = new Map<string, Set<string>>()
    for (const [value, message] of said) {
      const told = withoutOperations(message.replaceAll(`received ${typeOf(value)}`, 'received its type'))
      values.set(told, (values.get(told) ?? new Set()).add(shown(value)))
    }
    const [[most] = ['']] = [...values].toSorted(([, one], [, other]) => other.size - one.size)
    values.delete(most)
    const lines = [...values].map(([message, of]) => `  ${[...of].join(' ')}  ${message}\n`)
    const text = `${ELSE}${most}\n${lines.join('')}`
    this.#texts.set(field, (this.#texts.get(field) ?? new Set()).add(text))
  }

  /** All of it equals the kept text; of drawn fields, each of them. */
  async expectKept(name: string): Promise<void> {
    const file = `test/data/${name}.txt`
    if (isWhole) await expect(this.#text()).toMatchFileSnapshot(`../../${file}`)
    else {
      const kept = keptIn(readFileSync(file, 'utf8'))
      expect(this.#texts.size).toBeGreaterThan(0)
      for (const [field, texts] of this.#texts)
        expect(texts, `${field} in ${file}, which VARIANTS=all with -u renews`).toEqual(kept.get(field))
    }
  }

  #text(): string {
    const fields = new Map<string, string[]>()
    for (const [field, texts] of this.#texts)
      for (const text of texts) fields.set(text, [...(fields.get(text) ?? []), field])
    return [...fields].map(([text, names]) => `${names.join(AND)}${text}`).join('')
  }
}

/** The texts of each field. */
function keptIn(file: string): ReadonlyMap<string, ReadonlySet<string>> {
  const texts = new Map<string, Set<string>>()
  for (const block of file.split(/^(?=\S)/m)) {
    const end = block.indexOf(ELSE)
    for (const field of block.slice(0, end).split(AND))
      texts.set(field, (texts.get(field) ?? new Set()).add(block.slice(end)))
  }
  return texts
}
