import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { folderForTest } from '../support/folders.ts'
import { fileOf } from './pact-file.ts'
import { verify } from './pact-process.ts'

endWhatTestsStart()

const OWN_HASH = '4e17788f74f075dd9aab7d0d4427968f'

/** A client that makes these calls, one after the other. */
const clientOf = (calls: readonly (readonly [string, string, unknown?, string?])[]): string =>
  fileOf(
    `const { RENTAL_SIM_URL: url, RENTAL_SIM_API_KEY: own } = process.env
for (const [method, path, body, key = own] of ${JSON.stringify(calls)}) {
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
  await (await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).text()
}`,
    'client.mjs',
  )

const write = (file: string, ...args: readonly string[]) =>
  run(['pact', 'write', '--consumer', 'console', '--output', file, ...args])

interface Written {
  readonly interactions: readonly {
    readonly description: string
    readonly providerStates: readonly { readonly name: string }[]
    readonly request: { readonly path: string; readonly generators?: object }
    readonly response: { readonly body: unknown }
  }[]
}

const writtenIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Written

describe('the pact of a run', () => {
  test('has one interaction for each kind of exchange, with its state, and verifies', async () => {
    const file = join(folderForTest(), 'deep', 'pact.json')
    const list = ['GET', '/api/v0/instances/'] as const
    const client = clientOf([
      list,
      list,
      ['PUT', '/api/v0/asks/12345678/', { image: 'library/ubuntu', docker_login_pass: 'hunter2' }],
      ['PUT', '/api/v0/asks/12345678/', { template_hash_id: OWN_HASH }],
      ['PUT', '/api/v0/template/', { hash_id: OWN_HASH, tag: '25.04' }],
      ['POST', '/api/v0/network_volumes/unlist/', { id: 7001 }, 'host-key'],
      ['GET', '/api/v0/users/cloud_integrations/', undefined, 'wrong'],
      ['GET', '/api/v0/nothing/'],
    ])
    const end = await write(file, '--', process.execPath, client)
    expect(end).toMatchObject({ code: 0, stderr: '' })
    expect(end.stdout).toBe(`6 interactions in ${file}
  published   GET /api/v0/instances/: 200
  published   PUT /api/v0/asks/{id}/ with docker_login_pass, image: 200
  seen live   PUT /api/v0/asks/{id}/ with template_hash_id: 410 no_such_ask
  published   PUT /api/v0/template/ with hash_id, tag: 200
  published   POST /api/v0/network_volumes/unlist/ with id: 200
  published   GET /api/v0/users/cloud_integrations/: 401 auth_error
left out, because no provider state gives this answer: GET /api/v0/instances/: 429
left out, because no provider state gives this answer: GET /api/v0/nothing/: 404 no_such_endpoint
`)
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2')
    expect(writtenIn(file).interactions.map(({ providerStates }) => providerStates.map(({ name }) => name))).toEqual([
      ['an instance is running'],
      ['an offer is free'],
      ['the offer is gone'],
      ['a template exists'],
      ['a volume is listed'],
      ['a cloud connection exists'],
    ])
    expect(writtenIn(file).interactions[1]?.request.generators).toEqual({
      path: { type: 'ProviderState', expression: '/api/v0/asks/${offer_id}/' },
    })
    const verified = await verify([file])
    expect({ code: verified.code, last: verified.stdout.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      last: '6 of 6 interactions verified.',
    })
  })

  test('holds a provider to no field that may be null, and no longer to one that changes its type', async () => {
    const file = join(folderForTest(), 'pact.json')
    await write(file, '--', process.execPath, clientOf([['GET', '/api/v0/instances/']]))
    const [only] = writtenIn(file).interactions
    const body = only?.response.body as { instances: readonly Record<string, unknown>[] }
    expect(body.instances[0]).toMatchObject({ actual_status: 'running' })
    expect(body.instances[0]).not.toHaveProperty('uptime_mins')
    const broken = readFileSync(file, 'utf8').replace('"instances_found": 1', '"instances_found": "1"')
    writeFileSync(file, broken.replace('"match": "integer"', '"match": "regex", "regex": "^x$"'))
    expect(await verify([file])).toMatchObject({ code: 1 })
  })

  test('may be that of a bundle, without its injected answers', async () => {
    const folder = folderForTest()
    const bundle = join(folder, 'run.json')
    const client = clientOf([
      ['GET', '/api/v0/instances/'],
      ['GET', '/api/v0/users/cloud_integrations/'],
    ])
    const story = fileOf(
      `import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
execFileSync(process.execPath, [${JSON.stringify(client)}])
writeFileSync(${JSON.stringify(bundle)}, await (await fetch(process.env.RENTAL_SIM_URL + '/_sim/bundle')).text())`,
      'story.mjs',
    )
    const file = join(folder, 'pact.json')
    await run(['exec', '--scenario', 'flaky-listing', '--', process.execPath, story])
    expect(await write(file, '--bundle', bundle)).toMatchObject({
      code: 0,
      stdout: `1 interactions in ${file}
  judgement   GET /api/v0/users/cloud_integrations/: 200
left out, because a fault answered: 1 of 2 exchanges
`,
    })
  })
})

describe('no pact is written', () => {
  test.each([
    ['without tests', [], 'name the tests, as in: pact write --consumer mine -- npm test; or --bundle <file>'],
    [
      'of tests that fail',
      ['--', process.execPath, '-e', 'process.exit(3)'],
      'the tests failed, so no pact is written',
    ],
    [
      'where nothing was asked',
      ['--', process.execPath, '-e', '0'],
      'the simulator was asked nothing: give the client RENTAL_SIM_URL, or name a --bundle',
    ],
  ])('%s', async (_, args, said) => {
    const file = join(folderForTest(), 'pact.json')
    expect(await write(file, ...args)).toEqual({ code: 2, signal: null, stdout: '', stderr: `rental-sim: ${said}\n` })
    expect(() => readFileSync(file)).toThrow('ENOENT')
  })
})
