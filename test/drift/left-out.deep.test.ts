import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { captures, type Exchange, harOf, instance, url } from '../support/captures.ts'
import { START } from '../support/simulate.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

const { folder } = captures()
const file = join(folder, 'captured.har')

type Entry = ReturnType<typeof harOf>['log']['entries'][number]

/** What drift says of a capture, where a writer left something out. */
async function drift(exchanges: readonly Exchange[], change = (entry: Entry): object => entry, ...args: string[]) {
  const { log } = harOf(...exchanges)
  writeFileSync(file, JSON.stringify({ log: { ...log, entries: log.entries.map(change) } }))
  const { code, stdout, stderr } = await run(['drift', file, ...args])
  return { code, said: `${stdout}${stderr}`.replaceAll(/\s+/g, ' ') }
}

const made: Exchange = {
  method: 'PUT',
  url: url('/api/v0/asks/501/'),
  sent: { image: 'a/b:1' },
  body: { success: true, new_contract: 31 },
}
const listed: Exchange = {
  url: url('/api/v0/instances/'),
  after: 60,
  body: { instances_found: 1, instances: [{ ...instance, id: 31, start_date: instance.end_date - 7140 }] },
}
const template: Exchange = {
  method: 'POST',
  url: url('/api/v0/template/'),
  sent: { name: 'mine', image: 'a/b', env: '-e MODE=fast -e HF_TOKEN=********' },
  body: { success: true, template: { id: 7, hash_id: '0'.repeat(32), name: 'mine', image: 'a/b' } },
}

const withoutSent = ({ request: { method, url: at, headers }, ...entry }: Entry): object => ({
  ...entry,
  request: { method, url: at, headers },
})

describe('a body that a writer of HAR files left out accuses no rule', () => {
  test.each([made, template])('of a request: $method $url', async (exchange) => {
    const { said } = await drift([exchange, { ...listed, after: 90 }], withoutSent)
    expect(said).toContain('the capture has no body of the request')
    expect(said).not.toMatch(/differs \S*(missing|lists-own|success)/)
  })

  test.each([200, 404, 500])('of an answer with %i', async (status) => {
    const { code, said } = await drift([{ ...listed, status, body: undefined }])
    expect(said).toContain('the capture has no body of the answer')
    expect(said).not.toContain('differs')
    expect(code).toBe(0)
  })

  test('and an answer that was empty is judged', async () => {
    const { said } = await drift([{ ...listed, body: undefined }], (entry) => ({
      ...entry,
      response: { ...entry.response, content: { size: 0, mimeType: 'application/json' } },
    }))
    expect(said).toContain('differs instances.list fields')
  })
})

test('what a kept capture masks is no difference, and what it shows is', async () => {
  const { fetch } = createSimulator({ clock: { at: START, frozen: true } })
  const sent = { name: 'mine', image: 'a/b', env: '-e MODE=fast -e HF_TOKEN=abc-secret-1' }
  const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
  const response = await fetch('/api/v0/template/', { method: 'POST', headers, body: JSON.stringify(sent) })
  const answered = await response.text()
  const captured = (change: (text: string) => string): Exchange => ({
    ...template,
    sent: { ...sent, env: sent.env.replace('abc-secret-1', '********') },
    body: JSON.parse(change(answered)),
  })
  const masked = await drift([captured((text) => text.replaceAll('abc-secret-1', '********'))])
  expect(masked.said).not.toContain('template.env')
  const other = await drift([captured((text) => text.replaceAll('MODE=fast', 'MODE=slow').replace('abc-secret-1', ''))])
  expect(other.said).toContain('template.env: expected the text that follows from the rest')
})

const disk = (body: object): Exchange => ({
  method: 'POST',
  url: url('/api/v0/network_volume/'),
  sent: { disk_id: 7, size: 10, price_disk: 0.1, price_network: 0 },
  body: { success: true, msg: 'listed', disk_id: '7', ...body },
})

describe('a success that the rows of the capture would refuse', () => {
  test('says of which rule the capture does not tell, and its fields are compared', async () => {
    const { said } = await drift([disk({ disk_id: 7, further: 1 })])
    expect(said).toMatch(/does not show what it is about, so network-volumes\.\S+ cannot be compared/)
    expect(said).toMatch(/differs network-volumes\.list fields.* disk_id: expected string, seen integer.* further: /)
  })
  test('and fields that fit are no difference', async () => {
    expect((await drift([disk({})])).said).not.toContain('differs')
  })
})

test('a creation that is answered with a row of an earlier listing takes none out of it', async () => {
  const { body, ...rest } = template
  const row = { ...(body as { template: object }).template, private: true, creator_id: 77 }
  const templates: Exchange = {
    url: url('/api/v0/template/'),
    body: { success: true, templates_found: 1, templates: [row] },
  }
  const { said } = await drift([templates, { ...rest, body, after: 30 }, { ...templates, after: 60 }])
  expect(said).not.toContain('templates_found')
})

describe('a 429', () => {
  const refused: Exchange = {
    ...made,
    after: 1,
    status: 429,
    body: { detail: 'API requests too frequent endpoint threshold=4.5' },
  }
  test('is laid to a rate limit, and to no other rule', async () => {
    const { said } = await drift([made, refused])
    expect(said).toMatch(/differs rate-limit\.configured/)
    expect(said).not.toMatch(/differs instances\.create\.(?!rents)/)
  })
  test('holds where the dialect has that limit', async () => {
    const { said } = await drift([made, refused], undefined, '--dialect', 'observed')
    expect(said).not.toMatch(/differs rate-limit/)
  })
})

test('--write and --keep are refused before anything is asked', async () => {
  writeFileSync(file, '{}')
  for (const [args, why] of [
    [['drift', file, '--write', 'w.json'], '--write writes YAML: name it w.yaml'],
    [['drift', file, '--write', join(folder, 'none', 'w.yaml')], 'its folder is not there'],
    [
      ['drift', '--proxy', '--url', 'http://127.0.0.1:9', '--keep', join(folder, 'none', 'k.har'), '--', 'true'],
      'its folder is not there',
    ],
  ] as const)
    expect(await run([...args])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(why) })
})
