import type { createSimulator } from 'rental-sim'

const generated = {
  users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }],
  generate: { network_volume_offers: 20, templates: 10, offers: 5 },
}

/** What a client sees, from a plain call to a lost connection. */
export async function story(create: typeof createSimulator): Promise<readonly object[]> {
  const sim = create({ clock: 'frozen', seed: 'story', fixture: generated })
  const seen: object[] = []

  async function call(method: string, path: string, body?: object, signal?: AbortSignal): Promise<void> {
    try {
      const response = await sim.fetch(`/api/v0/${path}`, {
        method,
        headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      })
      const headers = Object.fromEntries([...response.headers].toSorted(([one], [other]) => (one < other ? -1 : 1)))
      seen.push({ call: `${method} ${path}`, status: response.status, headers, body: await response.text() })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // Words and causes are those of the runtime's own fetch, so that they differ on purpose.
      seen.push({ call: `${method} ${path}`, name: error.name })
    }
  }

  const under = async (scenario: string, ...[method, path, body, signal]: Parameters<typeof call>) => {
    sim.scenario(scenario)
    await call(method, path, body, signal)
  }

  await call('GET', 'instances/')
  await call('POST', 'network_volumes/search/', { q: { storage_cost: { lte: 0.1 }, geolocation: { in: ['CA'] } } })
  await call('POST', 'template/', { name: 'trainer', image: 'pytorch/pytorch', env: '-e EPOCHS=3' })
  await call('POST', 'template/', { image: 5 })
  await call('GET', `template/?select_filters=${encodeURIComponent(JSON.stringify({ name: { eq: 'trainer' } }))}`)
  sim.reset({ fixture: 'default' })
  await call('PUT', 'asks/12345678/', { template_hash_id: '4e17788f74f075dd9aab7d0d4427968f', env: '-e TZ=CET' })
  seen.push(await sim.clock.advance(3600))
  await call('GET', 'instances/')
  await call('GET', 'instances')
  seen.push(sim.exportState(), sim.coverage(), ...sim.findings(), ...sim.journal.list())
  await under('flaky-listing', 'GET', 'instances/')
  await under('gateway-html', 'GET', 'instances/')
  await under('truncated-body', 'GET', 'instances/')
  await under('connection-reset', 'GET', 'instances/')

  const impatient = new AbortController()
  const hung = under('hanging-request', 'GET', 'instances/', undefined, impatient.signal)
  impatient.abort()
  await hung
  seen.push(...sim.journal.list())
  await sim.close()
  return seen
}
