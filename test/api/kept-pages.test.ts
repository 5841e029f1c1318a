import { beforeAll, expect, test } from 'vitest'
import { opened, pages, referencePages, seen, seenOf } from '../support/kept-pages.ts'
import { digest } from '../support/digest.ts'

let open: (path: string) => Promise<string>
beforeAll(async () => {
  open = await opened()
})

test.each(Object.keys(pages))('what is seen of %s stays, but for what is changed on purpose', async (name) => {
  await expect(await seen(open, name)).toMatchFileSnapshot(`../data/pages/${name}.txt`)
})

/** Ten of them are kept as text; of each a digest says whether it changed. */
test('each page of the reference stays', async () => {
  const pages = await referencePages(open)
  expect(pages.length).toBeGreaterThan(60)
  const lines: string[] = []
  for (const page of pages) lines.push(`${page} ${digest(await seenOf(open, page))}`)
  await expect(lines.join('\n')).toMatchFileSnapshot('../data/pages/reference-all.txt')
})
