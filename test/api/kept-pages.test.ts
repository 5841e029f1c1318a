import { beforeAll, expect, test } from 'vitest'
import { opened, pages, seen } from '../support/kept-pages.ts'

let open: (path: string) => Promise<string>
beforeAll(async () => {
  open = await opened()
})

test.each(Object.keys(pages))('what is seen of %s stays, but for what is changed on purpose', async (name) => {
  await expect(await seen(open, name)).toMatchFileSnapshot(`../data/pages/${name}.txt`)
})
