import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForTest } from '../support/folders.ts'
import { fileOf, listing, noConnections, pactFile, pactOf } from './pact-file.ts'
import { verify } from './pact-process.ts'

const EMPTY = 'the account is empty'
const UNREADABLE = 'the cloud connections cannot be read'

/** What the command says itself, below the report of Pact. */
const own = (stdout: string): readonly string[] => {
  const lines = stdout.trimEnd().split('\n')
  const from = lines.findIndex((line) => /^(FAILED|PENDING) /.test(line))
  return from === -1 ? lines.slice(-1) : lines.slice(from)
}

describe('pacts that hold', () => {
  test('may be of any specification, in a folder and in files', async () => {
    const { providerStates: _, ...plain } = noConnections('older')
    const body = { content: [], contentType: 'application/json', encoded: false }
    const newest = {
      ...noConnections('v4', EMPTY),
      type: 'Synchronous/HTTP',
      request: { ...listing, headers: { Authorization: ['Bearer renter-key'] } },
      response: { status: 200, body },
    }
    const folder = folderForTest()
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    write('v1.json', JSON.stringify(pactOf([{ ...plain, provider_state: EMPTY }], '1.0.0')))
    write('v2.json', JSON.stringify(pactOf([{ ...plain, providerState: EMPTY }], '2.0.0')))
    write('v4.json', JSON.stringify(pactOf([newest], '4.0')))
    write('notes.txt', 'no pact')
    const end = await verify([folder, pactFile([noConnections('v3', EMPTY)], '3.0.0')])
    expect({ code: end.code, said: own(end.stdout) }).toEqual({ code: 0, said: ['4 of 4 interactions verified.'] })
  })

  test('an interaction without a state meets the start of the simulator', async () => {
    const first = { ...noConnections('without a state'), response: { status: 200, body: [{ id: 1 }, { id: 2 }] } }
    const end = await verify([pactFile([noConnections('empty', EMPTY), first])])
    expect({ code: end.code, said: own(end.stdout) }).toEqual({ code: 0, said: ['2 of 2 interactions verified.'] })
  })

  test('a state takes parameters', async () => {
    const state = { name: 'the cloud connections cannot be read', params: { status: 418 } }
    const teapot = { ...noConnections('teapot', state), response: { status: 418 } }
    const end = await verify([pactFile([teapot])])
    expect({ code: end.code, said: own(end.stdout) }).toEqual({ code: 0, said: ['1 of 1 interactions verified.'] })
  })

  test('all states of an interaction hold together, and none of the one before', async () => {
    const rented = { method: 'GET', path: '/api/v0/instances/', headers: listing.headers }
    const both = {
      ...noConnections('both', UNREADABLE, 'the listing is flaky'),
      response: { status: 500 },
    }
    const other = { ...both, description: 'the other', request: rented, response: { status: 503 } }
    const alone = { ...other, ...noConnections('alone', UNREADABLE), request: rented, response: { status: 200 } }
    const end = await verify([pactFile([both, other, alone])])
    expect({ code: end.code, said: own(end.stdout) }).toEqual({ code: 0, said: ['3 of 3 interactions verified.'] })
  })
})

test('states that contradict each other end with 2 before anything is started, and the reason', async () => {
  const file = pactFile([noConnections('bad', EMPTY, 'the offer is gone')])
  expect(await verify([file])).toMatchObject({
    code: 2,
    stderr: `rental-sim: ${file}: "bad": empty-account and offer-gone contradict each other: both define data. Write one scenario for both, or let each name a fixture.\n`,
  })
})

describe('a failing interaction', () => {
  test('ends with 1 and shows the rules that answered, documented and assumed', async () => {
    const end = await verify([pactFile([noConnections('good', EMPTY), noConnections('bad')])])
    expect({ code: end.code, said: own(end.stdout) }).toEqual({
      code: 1,
      said: [
        'FAILED  bad',
        '  GET /api/v0/users/cloud_integrations/ answered 200, assumed',
        '    documented  authentication.bearer-key: The header `Authorization: Bearer <API_KEY>` names the user for whom the operation acts. [Authentication]',
        "    documented  cloud-connections.list.lists-own: The user's own cloud connections are answered as an array, which may be empty. [Endpoints › GET /api/v0/users/cloud_integrations/]",
        '    assumed     cloud-connections.list.order: Cloud connections come by ascending id. [judgement: No order is shown.]',
        '    assumed     cloud-connections.list.cloud-types: cloud_type is drive, s3, b2, dropbox or hf; a fixture with another one is refused. [published 2026-01: The contract shows no allowed values. (Vast.ai public API reference, 2026-01); s3, hf and drive are used. (vast-ai/vast-cli tests, 2026)]',
        '    assumed     cloud-connections.list.statuses: A listing that succeeds is answered with 200. [seen live 2026-08-05: 200; the contract shows the body only. (Vast.ai public API reference, 2026-01); 200 with []. (not published under a name, 2026-08-05)]',
        '1 of 2 interactions verified.',
      ],
    })
  })

  test('names the fault that answered', async () => {
    const end = await verify([pactFile([noConnections('bad', 'the cloud connections cannot be read')])])
    expect(own(end.stdout)).toEqual([
      'FAILED  bad, given the cloud connections cannot be read',
      '  GET /api/v0/users/cloud_integrations/ answered 500, injected by the fault connections-down',
      expect.stringMatching(/^ {4}documented {2}authentication\.bearer-key: /) as unknown,
      '0 of 1 interactions verified.',
    ])
  })

  test.each([
    { state: 'connection-reset', became: 'got no answer, injected by the fault reset' },
    { state: 'empty-reply', became: 'got no answer, injected by the fault closed' },
    { state: 'truncated-body', became: 'answered 200, injected by the fault cut-off' },
  ])('whose connection $state takes fails alone, whatever answer is expected', async ({ state, became }) => {
    const rules = { status: { matchers: [{ match: 'statusCode', status: 'error' }] } }
    const given = { name: state, params: { operation: 'cloud-connections.list' } }
    const lost = { ...noConnections('lost', given), response: { status: 502, matchingRules: rules } }
    const end = await verify([pactFile([lost, noConnections('good', EMPTY)])])
    expect({ code: end.code, stderr: end.stderr.includes('ECONNRESET'), last: own(end.stdout).at(-1) }).toEqual({
      code: 1,
      stderr: false,
      last: '1 of 2 interactions verified.',
    })
    expect(own(end.stdout).slice(0, 2)).toEqual([
      `FAILED  lost, given ${state}`,
      expect.stringContaining(`  GET /api/v0/users/cloud_integrations/ ${became}`),
    ])
  })

  test('shows the hint that came with the answer', async () => {
    const stale = {
      description: 'stale',
      providerStates: [{ name: 'the hash_id is stale' }],
      request: {
        method: 'PUT',
        path: '/api/v0/template/',
        headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
        body: { hash_id: '4e17788f74f075dd9aab7d0d4427968f', tag: '25.04' },
      },
      response: { status: 200 },
    }
    const end = await verify([pactFile([stale])])
    expect(end.code).toBe(1)
    expect(own(end.stdout).filter((line) => line.startsWith('    hint'))).toEqual([
      expect.stringContaining('0c5a2f1be07d4c6f9b7b1f0f6f2d9a11'),
    ])
  })

  test('with a path that is no operation says so', async () => {
    const elsewhere = { ...noConnections('elsewhere'), request: { method: 'GET', path: '/api/v1/instances/' } }
    const end = await verify([pactFile([elsewhere])])
    expect({ code: end.code, said: own(end.stdout) }).toEqual({
      code: 1,
      said: [
        'FAILED  elsewhere',
        '  GET /api/v1/instances/ answered 404, assumed',
        '    assumed     routing.other-version: There is no version of the interface but v0. [judgement: The contract has version 0 alone, and shows no policy of versions.]',
        '    hint        it is not in the contract; --dialect observed serves it (instances.page)',
        '0 of 1 interactions verified.',
      ],
    })
  })

  describe('that is pending', () => {
    const body = { content: [], contentType: 'application/json', encoded: false }
    const interaction = (description: string, pending: boolean, status: number, ...states: string[]) => ({
      ...noConnections(description, ...states),
      type: 'Synchronous/HTTP',
      pending,
      request: { ...listing, headers: { Authorization: ['Bearer renter-key'] } },
      response: { status, body },
    })
    const NOTHING = 'Every interaction is pending and failed. That fails no pact, but it verifies nothing either.'

    test('is shown as such, and fails nothing beside one that holds', async () => {
      const both = [interaction('planned', true, 200), interaction('there', false, 200, EMPTY)]
      const end = await verify([pactFile(both, '4.0')])
      expect({ code: end.code, said: [own(end.stdout).at(0), own(end.stdout).at(-1)] }).toEqual({
        code: 0,
        said: ['PENDING planned', '1 of 2 interactions verified.'],
      })
    })

    test('and holds is verified', async () => {
      const end = await verify([pactFile([interaction('planned', true, 200, EMPTY)], '4.0')])
      expect({ code: end.code, said: own(end.stdout) }).toEqual({ code: 0, said: ['1 of 1 interactions verified.'] })
    })

    test.each([
      { title: 'one', pacts: [[interaction('planned', true, 200)]], said: '0 of 1 interactions verified.' },
      {
        title: 'several, in two pacts',
        pacts: [
          [interaction('planned', true, 204, EMPTY), interaction('later', true, 404, EMPTY)],
          [interaction('other', true, 200)],
        ],
        said: '0 of 3 interactions verified.',
      },
    ])('and fails verifies nothing alone: $title', async ({ pacts, said }) => {
      const end = await verify(pacts.map((interactions) => pactFile(interactions, '4.0')))
      expect({ code: end.code, said: own(end.stdout).slice(-2) }).toEqual({ code: 1, said: [said, NOTHING] })
    })
  })
})

test.each([
  { version: '2.0.0', older: { providerState: EMPTY } },
  { version: '3.0.0', older: {} },
])('a byte-order mark is no part of a pact of $version', async ({ version, older }) => {
  const pact = JSON.stringify(pactOf([{ ...noConnections('empty', EMPTY), ...older }], version))
  const end = await verify([fileOf(`\uFEFF${pact}`)])
  expect({ code: end.code, said: own(end.stdout) }).toEqual({ code: 0, said: ['1 of 1 interactions verified.'] })
})

const message = (type: string, description: string) => ({
  type,
  description,
  // The state of a message is not looked up either.
  providerStates: [{ name: 'a rental has ended' }],
  contents: { content: { at: 1 }, contentType: 'application/json', encoded: false },
})

describe('a pact with messages', () => {
  const body = { content: [], contentType: 'application/json', encoded: false }
  const http = (description: string, content: unknown) => ({
    ...noConnections(description, EMPTY),
    type: 'Synchronous/HTTP',
    request: { ...listing, headers: { Authorization: ['Bearer renter-key'] } },
    response: { status: 200, body: { ...body, content } },
  })
  test('is verified without them, and says which are left out', async () => {
    const mixed = [
      message('Asynchronous/Messages', 'an instance was rented'),
      http('connections', []),
      message('Synchronous/Messages', 'which\ninstance'),
    ]
    const older = { ...pactOf([]), interactions: undefined, messages: [{ description: 'older', contents: { id: 1 } }] }
    const end = await verify([pactFile(mixed, '4.0'), fileOf(JSON.stringify(older))])
    expect({ code: end.code, said: end.stdout.trimEnd().split('\n').slice(-3) }).toEqual({
      code: 0,
      said: [
        String.raw`3 messages are left out, because the simulator sends none: "an instance was rented", "which\u000ainstance", "older"`,
        '',
        '1 of 1 interactions verified.',
      ],
    })
  })

  test('still fails for its HTTP part, with numbers as they are written', async () => {
    const mixed = [http('connections', ['1.0 "\\']), message('Asynchronous/Messages', 'one')]
    const text = JSON.stringify(pactOf(mixed, '4.0')).replace(String.raw`"1.0 \"\\"`, String.raw`1.0,-2e3,"1 \"\\"`)
    const end = await verify([fileOf(text)])
    expect(end.code).toBe(1)
    for (const expected of ['1.0', '-2000.0', String.raw`1 "\ `.trim()])
      expect(end.stdout).toContain(`Expected ${expected} but was missing`)
    expect(own(end.stdout).at(0)).toBe('FAILED  connections, given the account is empty')
  })

  test.each([
    { title: 'of V3', pact: { ...pactOf([]), messages: [{ description: 'a', contents: 1 }] } },
    { title: 'of V4', pact: pactOf([message('Asynchronous/Messages', 'a')], '4.0') },
  ])('alone $title is nothing to verify and ends with 2', async ({ pact }) => {
    expect(await verify([fileOf(JSON.stringify(pact))])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'rental-sim: nothing to verify: the pacts have no HTTP interaction. 1 message is left out, because the simulator sends none: "a"\n',
    })
  })
})

test('a pact without interactions is nothing to verify and ends with 2', async () => {
  expect(await verify([pactFile([])])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'rental-sim: nothing to verify: the pacts have no HTTP interaction.\n',
  })
})
