import type { Fixture } from './fixtures/document.ts'
import { type Library, sourceOf } from './fixtures/library.ts'
import { readFixture } from './fixtures/read.ts'
import { inlineSource } from './fixtures/source.ts'

/** A fixture by name, several to be put together, or a document. */
export type FixtureChoice = string | readonly string[] | object

/** Finds and validates what is named; a named fixture is read once. */
export class Catalogue {
  readonly #library: Library
  readonly #read = new Map<string, Fixture>()

  constructor(library: Library) {
    this.#library = library
  }

  /** @throws DocumentError when there is no such fixture, or it cannot be used */
  fixture(choice: FixtureChoice): Fixture {
    if (typeof choice === 'string') return this.#named([choice])
    return isList(choice) ? this.#named(choice) : readFixture([inlineSource(choice)])
  }

  #named(names: readonly string[]): Fixture {
    const key = names.join('\n')
    const known = this.#read.get(key)
    if (known !== undefined) return known
    const fixture = readFixture(names.map((name) => sourceOf(this.#library, 'fixture', name)))
    this.#read.set(key, fixture)
    return fixture
  }
}

const isList = (choice: readonly string[] | object): choice is readonly string[] => Array.isArray(choice)
