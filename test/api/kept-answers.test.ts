import { expect, test } from 'vitest'
import { z } from 'zod'
import { gpus } from '../../src/marketplace/instances/gpus.ts'
import { digest } from '../support/digest.ts'
import { played } from '../support/played.ts'
import { simulate } from '../support/simulate.ts'

const calls: Readonly<Record<string, readonly string[]>> = {
  rules: ['/_sim/rules'],
  world: [
    '/_sim/clock',
    '/_sim/snapshots',
    '/_sim/scenario',
    '/~other/_sim/scenario',
    '/_sim/scenarios',
    '/_sim/sandboxes',
  ],
  faults: ['/_sim/faults', '/_sim/stubs', '/~empty/_sim/faults', '/_sim/trial'],
  requests: [
    '/_sim/requests',
    '/_sim/requests/4',
    '/_sim/requests?status=%3E%3D400&limit=1',
    '/_sim/requests?operation=instances.list&basis=injected',
    '/_sim/requests?since=9',
    '/~cleared/_sim/requests',
  ],
  told: [
    '/_sim/findings',
    '/_sim/findings/expected',
    '/~other/_sim/findings',
    '/_sim/coverage',
    '/~empty/_sim/coverage',
    '/_sim/badge/coverage.svg',
    '/_sim/totals',
    '/_sim/metrics',
  ],
}

const found = z.object({ offers: z.array(z.looseObject({})) })

/** Without the name of the server, which is another one each time. */
const steady = (text: string): string => text.replaceAll(/("instance": )"\w+"/g, '$1"this"')

async function shown(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  const text = await response.text()
  const told = type.includes('json') ? JSON.stringify(JSON.parse(text), undefined, 1) : text.replaceAll('><', '>\n<')
  return `${response.status} ${type}\n${steady(told)}\n`
}

test.each(Object.entries(calls))(
  'what control calls tell of %s stays, but for what is changed on purpose',
  async (name, paths) => {
    const { ask } = await played()
    const told: string[] = []
    for (const path of paths) told.push(`${path}: ${await shown(await ask(path))}`)
    await expect(told.join('\n')).toMatchFileSnapshot(`../data/answers/${name}.txt`)
  },
)

test('what is invented for an offer follows its GPU, and stays', async () => {
  const offers = gpus.map(({ name }, at) => ({ id: 500 + at, gpu_name: name }))
  const users = [{ id: 1, name: 'renter', api_keys: [{ key: 'renter-key' }] }]
  const { as } = simulate({ users, offers }, { dialect: 'observed' })
  const { body } = await as('renter-key').post('/api/v0/bundles/', { order: [['id', 'asc']], limit: 100 })
  const facts = ['gpu_name', 'gpu_ram', 'gpu_mem_bw', 'compute_cap', 'total_flops', 'dlperf', 'dph_base', 'gpu_arch']
  const lines = found.parse(body).offers.map((offer) => JSON.stringify(offer, facts))
  await expect(lines.join('\n')).toMatchFileSnapshot('../data/answers/gpus.txt')
})

const described = z.object({
  paths: z.record(z.string(), z.unknown()),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

/** docs/openapi.json is that of the documented dialect; of the other a digest of each part says where it changed. */
test('the description of the dialect observed stays', async () => {
  const { simulator } = simulate(undefined, { dialect: 'observed' })
  const { paths, components } = described.parse(await (await simulator.fetch('/openapi.json')).json())
  const parts = Object.entries({ ...paths, ...components.schemas })
  const lines = parts.map(([name, part]) => `${name} ${digest(part)}`)
  await expect(lines.join('\n')).toMatchFileSnapshot('../data/answers/openapi-observed.txt')
})
