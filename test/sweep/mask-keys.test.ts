import { expect, test } from 'vitest'
import { type FlowRun, sweep } from '../../src/sweep.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { searching } from './suite.ts'

endWhatTestsStart()

const TRIAL = 'templates.search/transient/first/503'

const fixture = (key: string) => ({
  users: [{ id: 1001, name: 'renter', api_keys: [{ name: 'main', key }] }],
})

/** Writes what it knows where a search fails. */
const searchWith = (key: string, written: string) => async (run: FlowRun) => {
  const headers = { authorization: `Bearer ${key}` }
  const { status } = await run.fetch('/api/v0/template/', { headers })
  if (status !== 200) throw new Error(`${written}: ${status}`)
}

test.each([
  ['renter-key', '{"authorization":"Bearer renter-key"}', 'renter-key'],
  ['a key that a fixture has, in a path', '/keys/a.b~c/x', 'a.b~c'],
  ['a key with other signs', 'sent $ecret!key with', '$ecret!key'],
  ['a key of Base64 at the end of a sentence', 'key=c2VjcmV0+w== and dGhpcw==.', 'dGhpcw=='],
])('a key that a function writes is masked in the report, and told: %s', async (_, written, key) => {
  const options = { trial: TRIAL, simulator: { clock: 'frozen' as const, fixture: fixture(key) } }
  const report = await sweep(searchWith(key, written), options)
  expect(report.trials[0]?.evidence).toMatchObject({ wrote_key: true })
  expect(report.trials[0]?.evidence.output).toContain('********')
  expect(JSON.stringify(report)).not.toContain(key)
  expect(report.text).toContain('The key of the client stands in what the command wrote')
})

test('a word that is no key stays, and no key is shown', async () => {
  const options = { trial: TRIAL, simulator: { clock: 'frozen' as const, fixture: fixture('renter-key') } }
  const { trials, text } = await sweep(searchWith('renter-key', 'the renter and the keys'), options)
  expect(trials[0]?.evidence.output).toContain('the renter and the keys')
  expect(trials[0]?.evidence).not.toHaveProperty('wrote_key')
  expect(text).not.toContain('The key of the client')
})

test('so it is for a command', async () => {
  const command = searching({
    begin: "await search().catch((error) => { throw new Error('with ' + key + ': ' + error) })",
  })
  const { stdout } = await run(['sweep', '--trial', TRIAL, '--', ...command])
  expect(stdout).toMatch(/It wrote last:\n {4}with \*{8}: Error: status 503/)
  expect(stdout).toContain('The key of the client stands in what the command wrote')
})
