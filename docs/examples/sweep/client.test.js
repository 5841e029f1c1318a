import assert from 'node:assert/strict'
import { test } from 'node:test'

const { Client } = await import(process.env.CLIENT ?? './client.js')
const { RENTAL_SIM_URL: base, RENTAL_SIM_API_KEY: key } = process.env

/** A client in a sandbox of its own. Its waits pass on the sandbox's clock, so that no test takes longer for them. */
async function clientIn(sandbox) {
  const url = `${base}/~${sandbox}`
  const post = (call, body) => fetch(`${url}/_sim/${call}`, { method: 'POST', body: JSON.stringify(body) })
  await post('reset', { clock: { at: '2026-01-01T00:00:00Z', frozen: true } })
  return new Client({ url, key, timeoutMs: 200, sleep: (seconds) => post('clock/advance', { seconds }) })
}

test('lists instances', async () => {
  const client = await clientIn('lists')
  assert.deepEqual(
    (await client.instances()).map(({ id, label }) => ({ id, label })),
    [{ id: 31, label: 'a' }],
  )
})

test('tells how long instances have run', async () => {
  const client = await clientIn('uptimes')
  assert.deepEqual([...(await client.uptimes()).keys()], [31])
})

test('rents an instance once', async () => {
  const client = await clientIn('rents')
  const id = await client.rent([12345678, 12345679], 'nightly')
  const rented = (await client.instances()).filter(({ label }) => label === 'nightly')
  assert.deepEqual(
    rented.map((each) => each.id),
    [id],
  )
})

test('reads the variables of a template', async () => {
  const client = await clientIn('variables')
  assert.deepEqual(await client.variables('ubuntu-ssh'), ['TZ'])
})

test('creates, edits and deletes a template', async () => {
  const client = await clientIn('templates')
  const { hash_id: before } = await client.createTemplate('mine', 'library/python')
  await client.editTemplate('mine', { tag: '3.13' })
  const { hash_id: after, tag } = await client.template('mine')
  assert.deepEqual([tag, after === before], ['3.13', false])
  await client.deleteTemplate('mine')
})

test('finds the cheapest volume', async () => {
  const client = await clientIn('volumes')
  const { ask_contract_id: id } = await client.cheapestVolume()
  assert.equal(id, 50000016)
})

test('scales an endpoint group', async () => {
  const client = await clientIn('scale')
  await client.scale(4242, 5)
})

test('lists cloud connections', async () => {
  const client = await clientIn('connections')
  assert.notEqual((await client.connections()).length, 0)
})
