import { expect, test } from 'vitest'
import { endWhatTestsStart, serve } from '../support/spawn-cli.ts'

endWhatTestsStart()

test('the command has the files of its reference page beside it', async () => {
  const { url } = await serve()
  const page = await (await fetch(`${url}/docs`)).text()
  const files = [...page.matchAll(/ (?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path)
  const sizes = await Promise.all(
    files.map(async (path) => {
      const response = await fetch(url + path)
      return { path, status: response.status, isWhole: (await response.text()).length > 1000 }
    }),
  )
  expect(sizes).toEqual([
    { path: '/docs/swagger-ui.css', status: 200, isWhole: true },
    { path: '/docs/style.css', status: 200, isWhole: true },
    { path: '/docs/swagger-ui-bundle.js', status: 200, isWhole: true },
    { path: '/docs/script.js', status: 200, isWhole: true },
  ])
})
