import { expect, test } from 'vitest'
import { endWhatTestsStart, serve } from '../support/spawn-cli.ts'

endWhatTestsStart()

test('the command has its reference, with script and style', async () => {
  const { url } = await serve()
  const page = await (await fetch(`${url}/docs/instances.list`)).text()
  const files = [...page.matchAll(/ (?:src|href)="([\w./]+\.(?:js|css))"/g)].map(([, name = '']) => name)
  const sizes = await Promise.all(
    files.map(async (name) => {
      const response = await fetch(new URL(name, `${url}/docs/instances.list`))
      return { name, status: response.status, isWhole: (await response.text()).length > 1000 }
    }),
  )
  expect(sizes).toEqual([
    { name: '../_sim/ui/style.css', status: 200, isWhole: true },
    { name: '../_sim/ui/script.js', status: 200, isWhole: true },
  ])
})
