import { expect, test } from 'vitest'
import { firstTests } from '../../src/cli/init-tests.ts'

test.each(Object.entries(firstTests))(
  'what init writes for %s stays, but for what is changed on purpose',
  async (kind, parts) => {
    const told = Object.entries(parts).map(([name, text]) => `--- ${name}\n${text}`)
    await expect(told.join('\n')).toMatchFileSnapshot(`../data/init/${kind}.txt`)
  },
)
