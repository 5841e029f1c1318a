import { expect, test } from 'vitest'
import { readCapture } from '../../src/drift/exchange.ts'
import { differing } from '../../src/drift/report.ts'
import { DriftRun } from '../../src/drift/run.ts'
import { createSimulator } from '../../src/index.ts'

type Asked = readonly [method: string, path: string, body?: object]

const sshKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgME me@laptop'
const search = (body: object): Asked => ['PUT', '/api/v0/search/asks/', { q: body }]
const rent = (offer: number, body: object): Asked => ['PUT', `/api/v0/asks/${offer}/`, { image: 'a/b', ...body }]

/** Sessions after which a capture knows less than the service did. */
const sessions: Readonly<Record<string, readonly Asked[]>> = {
  'pages of an account that rents between them': [
    ['POST', '/api/v0/bundles/', { limit: 4 }],
    ['GET', '/api/v1/instances/?limit=2'],
    rent(20_000_003, { disk: 12, label: 'first' }),
    ['GET', '/api/v1/instances/?limit=3'],
    rent(20_000_002, { disk: 14 }),
    ['DELETE', '/api/v0/instances/31/'],
    ['GET', '/api/v1/instances/'],
  ],
  'a refused rent of an offer that no answer shows': [
    rent(20_000_007, { template_hash_id: '0'.repeat(32) }),
    rent(20_000_007, { image: undefined }),
    rent(777_777, {}),
  ],
  'a template in an account with others': [
    ['POST', '/api/v0/template/', { name: 'mine', image: 'a/b', runtype: 'ssh' }],
    ['GET', '/api/v0/template/'],
  ],
  'listings of a few columns after whole ones': [
    ['PUT', '/api/v0/instances/31/', { label: 'first' }],
    ['GET', '/api/v0/instances/'],
    ['GET', '/api/v1/instances/?select_cols=["id"]&select_filters={"gpu_name":{"eq":"RTX 4090"}}'],
    ['GET', '/api/v1/instances/?select_cols=["id"]'],
    ['GET', '/api/v0/template/'],
    ['GET', '/api/v0/template/?select_cols=["id","name"]'],
    ['GET', '/api/v0/template/?select_filters={"image":{"eq":"library/ubuntu"}}'],
  ],
  'secrets, which a bundle hides': [
    ['POST', '/api/v0/secrets/', { key: 'HF_TOKEN', value: 'hf_x' }],
    ['PUT', '/api/v0/secrets/', { key: 'HF_TOKEN', value: 'hf_y' }],
    ['DELETE', '/api/v0/secrets/', { key: 'HF_TOKEN' }],
  ],
  'an account with an SSH key': [
    ['GET', '/api/v0/users/current/'],
    ['POST', '/api/v0/ssh/', { ssh_key: sshKey }],
    ['GET', '/api/v0/users/current/'],
  ],
  'a search that a limit cuts': [search({ limit: 2 }), search({ limit: 1, gpu_name: { eq: 'RTX 4090' } })],
  'a volume that was made from an offer': [['GET', '/api/v0/volumes/']],
  'what volumes leave of an offer of space': [
    ['POST', '/api/v0/volumes/search/', {}],
    ['PUT', '/api/v0/volumes/', { id: 28_908_979, size: 10 }],
    ['POST', '/api/v0/volumes/search/', {}],
    ['GET', '/api/v0/volumes/'],
    ['DELETE', '/api/v0/volumes/?id=5'],
    ['POST', '/api/v0/volumes/search/', {}],
    ['DELETE', '/api/v0/volumes/?id=6'],
    ['POST', '/api/v0/volumes/search/', { limit: 3 }],
    ['GET', '/api/v0/volumes/'],
  ],
}

async function differences(asked: readonly Asked[], dialect: 'documented' | 'observed') {
  await using sim = createSimulator({ dialect, fixture: 'market', clock: 'frozen', rateLimit: { enabled: false } })
  const state = sim.exportState()
  const volume_offer_id = (state as { volume_offers?: { id: number }[] }).volume_offers?.[0]?.id
  const volumes = [{ id: 5, user_id: 1001, size: 3, ...(volume_offer_id !== undefined && { volume_offer_id }) }]
  sim.importState({
    ...state,
    volumes,
    instances: [31, 33].map((id, at) => ({ id, user_id: 1001, offer_id: 20_000_010 + at })),
  })
  for (const [method, path, body] of asked)
    await sim.fetch(path, {
      method,
      headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const run = new DriftRun({ dialect, chosen: [] }, true)
  await run.take(readCapture(await (await sim.fetch('/_sim/bundle')).json()), 'bundle.json', [])
  const report = run.report()
  return { open: report.open, differing: differing(report).map(({ about, differences }) => ({ about, differences })) }
}

test.each(
  Object.entries(sessions).flatMap(([name, asked]) =>
    (['documented', 'observed'] as const).map((dialect) => [name, dialect, asked] as const),
  ),
)('%s, %s: nothing differs, nor do words', async (_, dialect, asked) => {
  expect(await differences(asked, dialect)).toEqual({ open: [], differing: [] })
})
