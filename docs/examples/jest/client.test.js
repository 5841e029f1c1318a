const { MarketplaceClient } = require('./client.js')
const { newSandbox } = require('./sandbox.js')

let sandbox
let client
beforeEach(async () => {
  sandbox = await newSandbox()
  const wait = (seconds) => sandbox.control('POST', 'clock/advance', { seconds })
  client = new MarketplaceClient({ url: sandbox.url, key: 'renter-key', wait })
})

test('shows the instance that it rented', async () => {
  const id = await client.rent(12345678, 'library/node:24')
  expect(await client.instances()).toContainEqual(expect.objectContaining({ id, gpu_name: 'RTX 4090' }))
})

test('waits and asks for the list again after a 503', async () => {
  await sandbox.control('PUT', 'scenario', { name: 'flaky-listing', params: { failures: 1 } })
  expect(await client.instances()).toHaveLength(1)
  const asked = { match: { operation: 'instances.list' }, count: { eq: 2 } }
  expect(await sandbox.control('POST', 'requests/verify', asked)).toMatchObject({ verified: true })
})

test('says so when the offer is gone', async () => {
  await sandbox.control('PUT', 'scenario', { name: 'offer-gone' })
  await expect(client.rent(12345678, 'library/node:24')).rejects.toThrow('no_such_ask')
})
