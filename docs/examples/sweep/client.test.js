import assert from 'node:assert/strict'
import { test } from 'node:test'

const { Client } = await import(process.env.CLIENT ?? './client.js')
const { RENTAL_SIM_URL: base, RENTAL_SIM_API_KEY: key } = process.env

/** Unix seconds. */
const START = Date.parse('2026-01-01T00:00:00Z') / 1000

/** A client in a sandbox of its own. Its waits pass on the sandbox's clock, so that no test takes longer for them. */
async function clientIn(sandbox, start) {
  const url = `${base}/~${sandbox}`
  const post = (call, body) => fetch(`${url}/_sim/${call}`, { method: 'POST', body: JSON.stringify(body) })
  await post('reset', { clock: { at: '2026-01-01T00:00:00Z', frozen: true }, ...start })
  return new Client({ url, key, timeoutMs: 1000, sleep: (seconds) => post('clock/advance', { seconds }) })
}

test('lists instances', async () => {
  const client = await clientIn('lists')
  const mine = await client.instances()
  assert.equal(mine.find(({ id }) => id === 31)?.label, 'a')
  assert.ok(mine.every(({ label }) => label === 'a'))
})

test('tells how long instances have run', async () => {
  const client = await clientIn('uptimes')
  assert.equal(typeof (await client.uptimes()).get(31), 'number')
})

test('rents an instance once', async () => {
  const client = await clientIn('rents')
  const id = await client.rent([12345678, 12345679], 'nightly')
  const rented = (await client.instances()).filter(({ label }) => label === 'nightly')
  assert.ok(rented.some((each) => each.id === id))
})

test('reads the variables of a template', async () => {
  const client = await clientIn('variables')
  const variables = await client.variables('ubuntu-ssh')
  assert.ok(variables.every((name) => name === 'TZ'))
})

test('creates, edits and deletes a template', async () => {
  const client = await clientIn('templates')
  const texts = { desc: 'what for', readme: 'how', onstart: 'true', env: '-e A=1' }
  const { hash_id: before } = await client.createTemplate('mine', { image: 'library/python', ...texts })
  const edited = await client.editTemplate('mine', { tag: '3.13' })
  assert.notEqual(edited?.hash_id, before)
  const { tag, desc, readme, onstart, env } = await client.template('mine')
  assert.deepEqual({ tag, desc, readme, onstart, env }, { tag: '3.13', ...texts })
  await client.deleteTemplate('mine')
  assert.equal(await client.template('mine'), undefined)
})

test('finds cheap volumes that are still to be had', async () => {
  const client = await clientIn('volumes')
  const offers = await client.cheapVolumes(3)
  assert.ok(offers.length > 0 && offers.length <= 3)
  assert.ok(offers.every(({ verified, end_date: end }) => verified !== false && !(end < START)))
})

test('scales and renames an endpoint group', async () => {
  await (await clientIn('scale')).scale(4242, 5)
  await (await clientIn('rename')).rename(4242, 'llama-2')
})

test('finds a cloud connection', async () => {
  const client = await clientIn('connection')
  assert.equal(await client.connection('models'), 1)
})

test('lists cloud connections', async () => {
  const client = await clientIn('connections')
  assert.deepEqual(new Set(await client.connections()), new Set(['models', 'notebooks']))
})

test('tells how fast instances are', async () => {
  const client = await clientIn('speeds', { rules: { 'instances.list.further-fields': 'shown' } })
  assert.equal(typeof (await client.speeds()).get(31), 'string')
})
