import { expect, test } from 'vitest'
import { simulate } from '../support/simulate.ts'

const KEY = 'ab+cd/ef=='
const users = [{ id: 1001, name: 'renter', api_keys: [{ key: KEY }, { key: 'plain-key' }] }]

/** Everything that a simulator shows of a request. */
async function told(path: string, key: string) {
  const { simulator, control } = simulate({ users })
  const answer = await simulator.fetch(`http://sim.test${path}`, { headers: { Authorization: `Bearer ${key}` } })
  const journal = await control.get('/_sim/requests')
  const findings = await control.get('/_sim/findings')
  return JSON.stringify([await answer.text(), [...answer.headers], journal.body, findings.body])
}

for (const [path, spellings] of [
  [`/api/v0/template/?auth=${encodeURIComponent(KEY)}`, [KEY, encodeURIComponent(KEY)]],
  ['/api/v0/template/?auth=ab%2bcd%2fef%3d%3d', [KEY, encodeURIComponent(KEY), 'ab%2bcd%2fef%3d%3d']],
  ['/api/v0/template/?api_key=ab%2bcd%2fef%3d%3d&x=1', [KEY, encodeURIComponent(KEY), 'ab%2bcd%2fef%3d%3d']],
  [`/api/v0/instances/${encodeURIComponent(KEY)}/`, [KEY, encodeURIComponent(KEY)]],
  ['/api/v0/asks/pl%61in-key/', ['plain-key', 'pl%61in-key']],
  ['/nowhere?auth=pl%61in-key', ['plain-key', 'pl%61in-key']],
] as const) {
  test(`a key in ${path} is shown nowhere, however it is spelled, and found`, async () => {
    for (const key of ['plain-key', KEY]) {
      const text = await told(path, key)
      for (const spelling of spellings) expect(text).not.toContain(spelling)
      expect(text).toContain('secret-in-url')
    }
  })
}

test('an unknown key is hidden in a URL as the known ones are', async () => {
  const text = await told('/api/v0/template/?auth=no%62ody', 'nobody')
  expect(text).not.toMatch(/no(b|%62)ody/)
})

test('an unknown key is hidden in a URL that another client has asked for before', async () => {
  const { simulator, control } = simulate({ users })
  const ask = (key: string) =>
    simulator.fetch('http://sim.test/api/v0/instances/a-key-of-nobody/', {
      headers: { Authorization: `Bearer ${key}` },
    })
  const shown = async (id: number) => JSON.stringify((await control.get(`/_sim/requests/${id}`)).body)

  await ask('plain-key')
  expect(await shown(1)).toContain('/api/v0/instances/a-key-of-nobody/')
  const answer = await ask('a-key-of-nobody')
  expect(`${await answer.text()}${await shown(2)}`).not.toContain('a-key-of-nobody')
  await ask('plain-key')
  expect(await shown(3)).toContain('/api/v0/instances/a-key-of-nobody/')
})
