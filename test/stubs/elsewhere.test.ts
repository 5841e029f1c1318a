import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const hintOf = (answer: Response): string => answer.headers.get('x-sim-hint') ?? ''

describe('a request for an operation of the real service that is not simulated', () => {
  test.each([
    ['GET', '/api/v0/machines/', 'show machines', '/api/v0/machines/'],
    ['GET', '/api/v1/invoices/?limit=3', 'show invoices', '/api/v1/invoices/'],
    ['GET', '/api/v0/team/roles/admin/', 'show team role', '/api/v0/team/roles/*/'],
    ['PUT', '/api/v0/machines/7/minbid', 'set min-bid', '/api/v0/machines/*/minbid'],
    ['POST', '/route/', 'route', '/route/'],
  ])('%s %s gets a stub to paste, which then answers', async (method, path, name, glob) => {
    const sim = createSimulator({ dialect: 'observed' })
    const before = await sim.fetch(path, { method })
    expect(before.status).toBe(404)
    const [said = '', stub = '{}'] = hintOf(before).split('; add a stub: ')
    expect(said).toBe(`the real service has this (${name})`)
    const written: Parameters<typeof sim.stubs.add>[0] = JSON.parse(stub)
    expect(written).toMatchObject({ match: { method, path: glob } })
    sim.stubs.add(written)
    const after = await sim.fetch(path, { method })
    expect([after.status, await after.json()]).toEqual([200, { success: true }])
  })

  test('under a known path, too, and there the methods that are known stay named', async () => {
    const sim = createSimulator({ dialect: 'observed' })
    const before = await sim.fetch('/api/v0/endptjobs/7/')
    expect(before.status).toBe(405)
    const [said = '', stub = '{}'] = hintOf(before).split('; add a stub: ')
    expect(said).toMatch(/^this path takes PUT .*; the real service has this \(show endpoint\)$/)
    sim.stubs.add(JSON.parse(stub) as Parameters<typeof sim.stubs.add>[0])
    expect((await sim.fetch('/api/v0/endptjobs/7/')).status).toBe(200)
    const never = await sim.fetch('/api/v0/users/cloud_integrations/', { method: 'POST' })
    expect([never.status, hintOf(never).includes('real service')]).toEqual([405, false])
  })

  test('gets the hint of the other dialect where that serves it, and a path that nothing serves that of no stub', async () => {
    const { fetch } = createSimulator()
    expect(hintOf(await fetch('/api/v0/ssh-keys/'))).not.toContain('stub')
    expect(hintOf(await fetch('/api/v0/users/current/'))).toBe(
      'it is not in the contract; --dialect observed serves it (users.current)',
    )
  })
})

describe('the slash at the end of the path of a stub', () => {
  const pairs = [
    ['/billing/*', '/billing/7/'],
    ['/billing/7/', '/billing/7'],
  ] as const

  test.each(pairs)('does not matter in the observed dialect: %s answers %s', async (path, asked) => {
    const sim = createSimulator({ dialect: 'observed' })
    sim.stubs.add({ name: 'bill', match: { path }, answer: { body: 'paid' } })
    expect(await (await sim.fetch(asked)).text()).toBe('paid')
    expect((await sim.fetch(`${asked}x/y/`)).status).toBe(404)
  })

  test.each(pairs)('is a near miss in the documented one: %s, %s', async (path, asked) => {
    const sim = createSimulator()
    sim.stubs.add({ name: 'bill', match: { path }, answer: { body: 'paid' } })
    expect((await sim.fetch(asked)).status).toBe(404)
    expect((await sim.fetch('/elsewhere')).status).toBe(404)
    expect(sim.journal.list().map(({ near_misses }) => near_misses)).toEqual([
      [{ stub: 'bill', missed: [{ criterion: 'path', expected: path, actual: asked }] }],
      [],
    ])
  })
})
