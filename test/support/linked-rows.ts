import { loadPages } from '../../src/node/load-pages.ts'
import { openEngine } from '../../src/server/open-engine.ts'

const ours = { user_id: 1 } as const

/**
 * A server with a row or two of each collection, where each reference that a row may have leads to one; the rest is
 * invented. One list was read more often than a page tells.
 */
export async function linkedRows() {
  const fixture = {
    users: [
      { id: 1, name: 'own', api_keys: [{ key: 'own-key' }] },
      { id: 2, name: 'host' },
    ],
    offers: [{ id: 5, host_id: 2 }, { id: 6 }],
    volume_offers: [{ id: 7, size: 500, host_id: 2 }],
    volumes: [
      { id: 8, ...ours, size: 10, volume_offer_id: 7 },
      { id: 9, ...ours, size: 20, network_disk_id: 10 },
    ],
    network_disks: [
      { id: 10, ...ours, size: 400 },
      { id: 11, ...ours, size: 300 },
    ],
    network_volume_offers: [{ id: 12, disk_id: 10 }],
    templates: [{ id: 13, creator_id: 1, name: 'made', image: 'i' }],
    instances: [
      {
        id: 14,
        ...ours,
        offer_id: 5,
        template_id: 13,
        volumes: [{ volume_id: 8, size: 10, mount_path: '/a' }],
      },
      { id: 15, ...ours, offer_id: 6, template_id: 99 },
    ],
    endpoint_groups: [{ id: 16, ...ours }],
    cloud_connections: [{ id: 17, ...ours, cloud_type: 's3', name: 'models' }],
  }
  const engine = openEngine({
    pages: loadPages,
    fixture,
    seed: 'linked',
    rateLimit: { enabled: false },
    clock: { at: '2026-01-01T00:00:00Z', frozen: true },
  })
  const open = async (path: string) => {
    const headers = { Authorization: 'Bearer own-key' }
    return (await engine.respond(new Request(`http://linked.test${path}`, { headers }))).text()
  }
  for (let at = 0; at < 21; at++) await open('/api/v0/users/cloud_integrations/')
  return open
}
