import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulator } from '../../src/index.ts'
import { captures, harOf, url } from '../support/captures.ts'
import { captureOf } from '../support/drifted.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

const { folder } = captures()
const file = join(folder, 'capture.har')
const observed = join(folder, 'observed.yaml')

async function write(captured: unknown, ...options: readonly string[]) {
  writeFileSync(file, JSON.stringify(captured))
  const { code, stderr } = await run(['drift', file, '--write', observed, '--source', 'staging', ...options])
  const text = readFileSync(observed, 'utf8')
  return { code, stderr, text, rules: parse(text).rules }
}

const differing = (text: string) => text.split('\n').filter((line) => line.startsWith('differs '))

test('what the observed dialect answers otherwise is written as rules, after which nothing differs', async () => {
  const { code, rules, text } = await write(await captureOf({ dialect: 'observed' }))
  expect(code).toBe(1)
  expect(rules['instances.list.further-fields']).toMatchObject({
    choice: 'shown',
    evidence: [{ kind: 'capture', source: 'staging' }],
  })
  expect(text).not.toContain('No rule can express')
  const again = await run(['drift', file, '--fixture', `default,${observed}`])
  expect({ code: again.code, differing: differing(again.stdout) }).toEqual({ code: 0, differing: [] })
})

test('an assumed rule that holds is written with its evidence, a documented one is not', async () => {
  const { code, rules } = await write(await captureOf())
  expect(code).toBe(0)
  expect(rules['templates.delete.id-unknown']).toEqual({
    choice: 'usual',
    evidence: [{ kind: 'capture', source: 'staging', date: '2026-01-01', says: 'It holds: 1 seen.' }],
  })
  expect(Object.keys(rules)).not.toContain('network-volumes.list.disk-id-invalid')
})

test('a refusal with another status is written, and a simulator shows it as seen live', async () => {
  const body = { success: false, error: 'no_such_ask', msg: 'gone' }
  const { rules } = await write(harOf({ method: 'PUT', url: url('/api/v0/asks/7/'), status: 404, body }))
  expect(rules).toMatchObject({
    'instances.create.offer-unknown': { choice: '404', evidence: [{ date: '2026-01-01' }] },
  })
  expect(Object.keys(rules)).not.toContain('instances.create.offer-rented')
  await using sim = createSimulator({ rules })
  const list = await (await sim.fetch('http://sim/_sim/rules')).json()
  const shown = list.rules.find(({ id }: { id: string }) => id === 'instances.create.offer-unknown')
  expect(shown).toMatchObject({ status: 404, basis: 'assumed', support: { strength: 'seen-live', date: '2026-01-01' } })
})

test('a field that no rule can express is listed in the file', async () => {
  const captured = harOf({ url: url('/api/v0/instances/'), body: { instances_found: 0, instances: [], further: 1 } })
  const { text } = await write(captured)
  expect(text).toMatch(
    /# No rule can express:\n# {3}instances.list fields: further: expected no such field, seen integer \(.*capture.har, entry 1, GET/,
  )
})

const withRule = (choice: object) => () => createSimulator({ rules: { 'templates.env-object': choice } })

test('a choice beside evidence takes nothing else, and evidence alone chooses nothing', () => {
  const evidence = [{ kind: 'note', source: 'us', says: 'so' }] as const
  expect(withRule({ choice: 'applied', evidence })).not.toThrow()
  expect(withRule({ choice: 'applied', status: 400 })).toThrow('choice: stands alone, or with evidence')
  expect(withRule({ choice: 'aplied' })).toThrow('did you mean "applied"?')
  expect(withRule({ evidence })).toThrow('chooses nothing')
})
