import { mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { captures, harOf, instance, url } from '../support/captures.ts'
import { startProcess } from '../support/process.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

const { folder } = captures()

const listing = { url: url('/api/v0/instances/'), body: { instances_found: 1, instances: [{ ...instance, id: 31 }] } }
const unserved = { url: url('/api/v0/invoices/'), body: { invoices: [] } }

/** A HAR file with an entry that is an exchange, between two in which fields have other values. */
function harWith(change: (entry: Entry) => object): object {
  const { log } = harOf(unserved, listing, unserved)
  return { log: { ...log, entries: log.entries.map((entry, at) => (at === 1 ? entry : change(entry))) } }
}
type Entry = ReturnType<typeof harOf>['log']['entries'][number]

const startedAt = (startedDateTime: unknown) => (entry: Entry) => ({ ...entry, startedDateTime })
const answeredWith = (change: object) => (entry: Entry) => ({ ...entry, response: { ...entry.response, ...change } })

/** What the commands that read captures say of a file, without its name. */
async function readersOf(content: string | Uint8Array, name = 'captured.har') {
  const file = join(folder, name)
  writeFileSync(file, content)
  const written = mkdtempSync(join(folder, 'init-'))
  const [imported, drifted, init] = [
    await run(['import', file]),
    await run(['drift', file]),
    await startProcess(process.execPath, [resolve('dist/cli.cjs'), 'init', '--stubs', file], {
      cwd: written,
      env: { PATH: process.env['PATH'] },
    }).ended,
  ]
  const said = [imported.stderr, drifted.stdout + drifted.stderr, init.stderr].map((text) =>
    text.replaceAll(`${file}: `, ''),
  )
  return { codes: [imported.code, drifted.code, init.code], said }
}

const INSTANT = 'has to be like 2026-01-31T10:00:00Z or 2026-01-31T10:00:00+01:00'

test.each([
  { title: 'no instant', change: startedAt(undefined), why: 'startedDateTime: is missing' },
  { title: 'no zone', change: startedAt('2026-01-01T10:00:00.123'), why: `startedDateTime: ${INSTANT}` },
  {
    title: 'an offset without a colon',
    change: startedAt('2026-01-01T10:00:00-0530'),
    why: `startedDateTime: ${INSTANT}`,
  },
  { title: 'seconds', change: startedAt(1_767_225_600), why: 'startedDateTime: expected string, received number' },
  {
    title: 'a status as text',
    change: answeredWith({ status: '200' }),
    why: 'response.status: expected number, received string; write 200',
  },
  { title: 'no answer', change: (entry: Entry) => ({ ...entry, response: undefined }), why: 'response: is missing' },
  {
    title: 'bodies in files',
    change: answeredWith({ content: { mimeType: 'application/json', _file: 'a94a8fe5.json' } }),
    why: "response.content._file: the body is in another file: record with content: 'embed'",
  },
])(
  'entries with $title are named with field and reason by every reader, and the others are read',
  async ({ change, why }) => {
    const { codes, said } = await readersOf(JSON.stringify(harWith(change)))
    const line = `log.entries[0] is left out, and 1 more like it: ${why}\n`
    expect(codes).toEqual([0, expect.any(Number), 0])
    for (const text of said) expect(text).toContain(line)
    expect(said[1]).toContain('instances.list fields, 1 seen')
  },
)

test('what is read is not named', async () => {
  const har = harWith(startedAt('2026-01-01T11:00:00.1234567+01:00'))
  const { said } = await readersOf(JSON.stringify(har))
  for (const text of said) expect(text).not.toContain('log.entries')
})

test('a file with no entry that is read is refused with the reason by every reader', async () => {
  const { log } = harOf(listing)
  const har = JSON.stringify({ log: { ...log, entries: log.entries.map(startedAt('yesterday')) } })
  const { codes, said } = await readersOf(har)
  expect(codes).toEqual([2, 2, 2])
  for (const text of said) expect(text).toContain(`log.entries[0] is left out: startedDateTime: ${INSTANT}\n`)
})

test.each([
  { bytes: Buffer.from('PK\u0003\u0004\u0014\u0000\u0008\u0008', 'latin1'), is: 'is a zip archive' },
  { bytes: Buffer.from('1f8b0800000000000003', 'hex'), is: 'is compressed with gzip' },
])('a file that $is is named so by every reader', async ({ bytes, is }) => {
  const { codes, said } = await readersOf(bytes, 'packed.har')
  expect(codes).toEqual([2, 2, 2])
  for (const text of said) expect(text).toContain(`${is}: unpack it first\n`)
})

test.each([['plain', undefined] as const, ['in base64', 'base64'] as const])(
  'a byte-order mark before a captured body is no part of it, %s',
  async (_, encoding) => {
    const har = harOf({ ...listing, encoding })
    const [entry] = har.log.entries
    if (entry === undefined) throw new Error('there is no entry')
    const text = `\uFEFF${JSON.stringify(listing.body)}`
    const content = { ...entry.response.content, text: encoding ? Buffer.from(text).toString('base64') : text }
    const { codes, said } = await readersOf(JSON.stringify({ log: { entries: [answeredWith({ content })(entry)] } }))
    expect(codes[0]).toBe(0)
    expect(said[1]).toContain('instances.list fields, 1 seen')
  },
)
