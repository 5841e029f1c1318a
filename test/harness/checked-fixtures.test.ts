import { expect, test } from 'vitest'
import { readFixture } from '../../src/harness/fixtures/read.ts'
import { readSource } from '../../src/harness/fixtures/source.ts'
import { checkedFixture } from '../../src/harness/checked-fixture.ts'
import { shippedFixtures } from '../../src/harness/library.ts'

const names = shippedFixtures.names()

const textOf = (name: string) => {
  const found = shippedFixtures.find(name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

test.each(names)('%s, checked when the package is built, is what reading its file gives', (name) => {
  const { text, file, value } = textOf(name)
  const source = readSource(text, file)
  expect(value).toStrictEqual(source.value)
  expect(checkedFixture(shippedFixtures, [name])).toStrictEqual(readFixture([source]))
})

test('a fixture of another library by the name of a shipped one is not taken for it', () => {
  const own = { names: () => ['default'], find: () => ({ text: '{}', file: 'mine.yaml' }) }
  expect(checkedFixture(own, ['default'])).toBeUndefined()
  expect(checkedFixture(shippedFixtures, ['toString'])).toBeUndefined()
  expect(checkedFixture(shippedFixtures, ['default', 'large'])).toBeUndefined()
})
