import { checkedFixtures } from 'virtual:shipped'
import { z } from 'zod'
import type { Fixture } from './fixtures/document.ts'
import { type Library, shippedFixtures } from './library.ts'

/** Claims without a look: the build has looked. */
const asChecked = z.custom<Fixture>()

/** One shipped fixture, as it was read and checked when the package was built; undefined when the names stand for anything else. */
export function checkedFixture(library: Library, [name, ...more]: readonly string[]): Fixture | undefined {
  if (name === undefined || more.length > 0) return undefined
  const found = library.find(name)
  const text = found !== undefined && found === shippedFixtures.find(name) ? checkedFixtures[name] : undefined
  return text === undefined ? undefined : asChecked.parse(JSON.parse(text))
}
