import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { fieldOf } from '../../src/kernel/object.ts'

const asked = async (sim: ReturnType<typeof createSimulator>, id: string): Promise<unknown> => {
  const response = await sim.fetch(`/_sim/rules/${id}/cover`)
  return fieldOf(await response.json(), 'cover')
}

const textOf = (value: unknown, name: string): string | undefined => {
  const text = fieldOf(value, name)
  return typeof text === 'string' ? text : undefined
}

test('the request offered for a rule touches that rule over the default fixture; few documented rules have no such request', async () => {
  const pages = createSimulator()
  const coverage: unknown = await (await pages.fetch(new Request('http://x/_sim/coverage'))).json()
  const rules = fieldOf(fieldOf(coverage, 'documented'), 'rules')
  const ids = Array.isArray(rules) ? rules.flatMap((rule) => textOf(rule, 'id') ?? []) : []
  expect(ids.length).toBeGreaterThan(30)
  const without: string[] = []
  const untouched: string[] = []
  for (const id of ids) {
    const requests = await asked(pages, id)
    if (!Array.isArray(requests)) {
      without.push(id)
      continue
    }
    const sim = createSimulator({ clock: 'frozen' })
    let named = ''
    for (const request of requests) {
      const [key, type, body] = ['key', 'type', 'body'].map((name) => textOf(request, name))
      const response = await sim.fetch(
        new Request(`http://x${textOf(request, 'target')}`, {
          method: textOf(request, 'method') ?? 'GET',
          headers: { Authorization: `Bearer ${key}`, ...(type !== undefined && { 'Content-Type': type }) },
          ...(body !== undefined && { body }),
        }),
      )
      named = response.headers.get('x-sim-rules') ?? ''
    }
    if (!named.split(',').some((name) => name.trim() === id)) untouched.push(id)
  }
  expect(untouched).toEqual([])
  expect(without).toEqual([
    'network-volumes.search.expires',
    'instances.create.filters-merged',
    'instances.create.template-volume-never-applied',
  ])
})
