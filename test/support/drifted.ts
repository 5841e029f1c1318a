import { createSimulator } from '../../src/index.ts'
import { harOf, url } from './captures.ts'

const requests = [
  { path: '/api/v0/instances/' },
  { path: '/api/v0/instances/', key: 'nobody' },
  { path: '/api/v0/users/cloud_integrations/' },
  { path: '/api/v0/template/' },
  { path: '/api/v0/network_volumes/search/', method: 'POST', body: {} },
  { path: '/api/v0/network_volumes/unlist/', method: 'POST', body: {} },
  { path: '/api/v0/template/', method: 'DELETE', body: { template_id: 987_654 } },
] as const

/** A capture of a simulator, as a browser would have kept it. */
export async function captureOf(options: Parameters<typeof createSimulator>[0] = {}) {
  await using sim = createSimulator({ ...options, rateLimit: { enabled: false } })
  const exchanges = []
  for (const request of requests) {
    const { path } = request
    const [key, method] = ['key' in request ? request.key : 'renter-key', 'method' in request ? request.method : 'GET']
    const answer = await sim.fetch(`http://simulator.invalid${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...('body' in request && { body: JSON.stringify(request.body) }),
    })
    exchanges.push({
      method,
      url: url(path),
      status: answer.status,
      body: await answer.json(),
      ...('body' in request && { sent: request.body }),
    })
  }
  return harOf(...exchanges)
}
