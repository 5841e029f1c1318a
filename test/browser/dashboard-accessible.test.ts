import { expect, test } from 'vitest'
import { problems } from '../support/axe.ts'
import { onDashboard } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const HASH = '4e17788f74f075dd9aab7d0d4427968f'

/** Every view with something in it. */
const VIEWS = [
  'journal',
  'journal?exchange=1&show=request',
  'journal?exchange=1&show=why',
  'journal?exchange=1&show=changes',
  'journal?exchange=1&show=headers',
  'journal?exchange=5&show=near-misses',
  'journal?exchange=1&show=copy&as=curl',
  'journal?exchange=99',
  'journal?status=x',
  'state?collection=templates&row=9001',
  'state?row=new',
  'faults',
  'clock',
  'coverage?rule=instances.create.offer-rented',
  'coverage?only=assumed',
  'findings',
  'nothing-here',
]

type Using = Pick<Awaited<ReturnType<typeof dashboard>>, 'ask' | 'sim'>

/** A sandbox in which every view has something to show. */
async function busy({ ask, sim }: Using): Promise<void> {
  await sim('PUT', 'scenario', { name: 'flaky-listing', params: { failures: 1 } })
  await sim('POST', 'faults', {
    name: 'for-others',
    match: { operation: 'templates.search', user_id: 1002 },
    effect: { status: 500 },
    must_fire: true,
  })
  await ask('/api/v0/asks/12345678/', { method: 'PUT', body: JSON.stringify({ template_hash_id: HASH, nobody: 1 }) })
  for (let i = 0; i < 3; i++) await ask('/api/v0/instances/')
  await ask('/api/v0/template/?select_filters=%7B%22id%22:%7B%22eq%22:9001%7D%7D')
  await ask('/api/v0/nowhere/?api_key=renter-key')
  await ask('/~other/api/v0/instances/')
  await sim('POST', 'snapshots', { name: 'seeded' })
}

test('axe finds nothing, and nothing is wider than the page, at three sizes, light and dark', async () => {
  const opened = await dashboard([], { bypassCSP: true })
  const { page, visit } = opened
  await busy(opened)

  const found: unknown[] = []
  const look = async (view: string) => {
    const seen = await problems(page)
    if (seen.length > 0) found.push([view, ...seen])
  }
  for (const view of VIEWS) {
    await visit(view)
    if (view === 'clock') await opened.ask('/api/v0/instances/').then(() => page.getByRole('progressbar').waitFor())
    await page.locator('main details').evaluateAll((all) => {
      for (const each of all) if (each instanceof HTMLDetailsElement) each.open = true
    })
    await look(view)
  }
  for (const [name, button] of [
    ['snapshots', 'Snapshots (1)'],
    ['sandboxes', 'Sandbox default'],
    ['keys', 'Keys'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await look(`the menu of ${name}`)
    await page.keyboard.press('Escape')
  }
  expect(found).toEqual([])
})

test('axe finds nothing on the sign-in page', async () => {
  const { page } = await dashboard(['--control-token', 'x'], { bypassCSP: true })
  await page.getByLabel('Control token').fill('wrong')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('alert').waitFor()
  expect(await problems(page)).toEqual([])
})
