import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { captures, harOf, instance, url } from '../support/captures.ts'
import { captureOf } from '../support/drifted.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

const { folder } = captures()

async function drift(captured: unknown, ...options: readonly string[]) {
  const file = join(folder, 'capture.har')
  writeFileSync(file, typeof captured === 'string' ? captured : JSON.stringify(captured))
  return run(['drift', file, ...options])
}

type Row = Record<string, unknown>

const differences = (text: string) => text.split('\n').filter((line) => line.startsWith('differs '))

test.each(['documented', 'observed'] as const)('all that a %s simulator answers holds', async (dialect) => {
  const { code, stdout } = await drift(await captureOf({ dialect }), '--dialect', dialect)
  expect({ code, differing: differences(stdout) }).toEqual({ code: 0, differing: [] })
  expect(stdout).toContain('holds   instances.list fields, 2 seen')
  expect(stdout).toContain('holds   templates.delete.id-unknown (assumed), 1 seen')
})

test('a refusal with another status is a difference of its rule alone', async () => {
  const { code, stdout } = await drift(await captureOf({ rules: { 'templates.delete.id-unknown': { status: 410 } } }))
  expect({ code, differing: differences(stdout) }).toEqual({
    code: 1,
    differing: [expect.stringContaining('templates.delete')],
  })
})

test('fields that are unknown, missing, null or of another type are named without their values', async () => {
  const body = { instances_found: '1', instances: [{ id: null, secret_extra: 'hidden-31337' }] }
  const { code, stdout, stderr } = await drift(harOf({ url: url('/api/v0/instances/'), body }))
  expect(code).toBe(1)
  expect(stdout).toContain('instances_found: expected integer, seen string')
  expect(stdout).toContain('instances[].id: expected integer, seen null')
  expect(stdout).toContain('instances[].secret_extra: expected no such field, seen string')
  expect(stdout).toMatch(/instances\[\]\.actual_status, .* and \d+ more: expected the field, seen no such field/)
  expect(stdout + stderr).not.toMatch(/hidden-31337|live-31337-abc/)
})

test('fields that a shortened answer leaves out speak for no choice, and those of an exchange do', async () => {
  const body = { instances_found: 1, instances: [{ id: 5, actual_status: 'running' }] }
  const alone = await drift(body, '--dialect', 'observed')
  expect(alone.stdout).toContain('expected the field, seen no such field')
  expect(alone.stdout).not.toContain('the simulator answers so under')
  const exchange = { request: { method: 'GET', path: '/api/v0/instances/' }, response: { status: 200, body } }
  const asked = await drift(exchange, '--dialect', 'observed')
  expect(asked.stdout).toContain("--rule 'instances.list.further-fields=none'")
})

test.each([true, false])('an answer with very many fields is listed and not judged (alone: %s)', async (isAlone) => {
  const withFields = (count: number) => {
    const row = Object.fromEntries(Array.from({ length: count }, (_, index) => [`further_${index}`, index]))
    const body = { instances_found: 1, instances: [{ id: 5, actual_status: 'running', ...row }] }
    const request = { method: 'GET', path: '/api/v0/instances/' }
    return isAlone ? body : { request, response: { status: 200, body } }
  }
  const wide = await drift(withFields(20_000))
  expect({ code: wide.code, stderr: wide.stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('its answer has more than 2000 fields'),
  })
  const narrow = await drift(withFields(200))
  expect(narrow.stdout).toContain('further_0')
  expect(narrow.stdout).not.toContain('not read')
})

const rowsOf = (count: number) => ({
  instances_found: count,
  instances: Array.from({ length: count }, (_, id) => ({ id, actual_status: 'running' })),
})
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
const withNested = { instances_found: 1, instances: [{ id: 5, actual_status: 'running', nested: nested(200) }] }

test.each([
  ['of 5000 rows', harOf({ url: url('/api/v0/instances/'), body: rowsOf(5000) }), 2, 'has more than 500 rows'],
  ['of 501 rows alone', rowsOf(501), 2, 'has more than 500 rows'],
  ['that nests 200 deep, alone', withNested, 2, 'nests too deep'],
  ['that nests 200 deep', harOf({ url: url('/api/v0/instances/'), body: withNested }), 1, 'body: expected object'],
  ['of 40 rows', rowsOf(40), 1, 'instances.list fields, 1 seen'],
])('an answer %s ends with a sentence', async (_, captured, code, said) => {
  const { code: ended, stdout, stderr } = await drift(captured)
  expect({ ended, text: stdout + stderr }).toEqual({ ended: code, text: expect.stringContaining(said) })
})

test('a sum that does not come out differs under the rule that states it', async () => {
  const row = { ...instance, id: 7, is_bid: false, dph_base: 0.4, storage_total_cost: 0.1, dph_total: 0.6 }
  const body = { instances_found: 2, instances: [row] }
  const { code, stdout } = await drift(harOf({ url: url('/api/v0/instances/'), body }))
  expect(code).toBe(1)
  expect(differences(stdout).map((line) => line.split(' ')[1])).toEqual(
    expect.arrayContaining(['instances.list.lists-own', 'instances.list.time-and-money']),
  )
  expect(stdout).toContain('instances[].dph_total: expected 0.5, seen 0.6')
  expect(stdout).toContain('instances_found: expected 1, seen 2')
})

test.each([
  [
    'nothing',
    () => {},
    /^1 of 1 captured answers are alike in every field that they show \((\d+) of \1 fields\), 1 of them with the same fields$/,
  ],
  [
    'a field that the capture leaves out',
    (row: Row) => delete row['gpu_name'],
    /^1 of 1 .* show \((\d+) of \1 fields\), 0 of them with the same fields; 1 fields of ours are not in them$/,
  ],
  [
    'a value and a field that is left out',
    (row: Row) => Object.assign(row, { dph_total: 99, gpu_name: undefined }),
    /^0 of 1 .* show \((?!(\d+) of \1)\d+ of \d+ fields\), 0 of them with the same fields; 1 fields of ours are not in them$/,
  ],
])('how much is alike is counted with and without what a capture leaves out: %s', async (_, change, line) => {
  await using sim = createSimulator({ clock: 'frozen' })
  const answer = await sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })
  const body = (await answer.json()) as { instances: Row[] }
  body.instances.forEach(change)
  const { stdout } = await drift(harOf({ url: url('/api/v0/instances/'), body }))
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(line)
})

test('the answer of a search for asks alone is held against that operation', async () => {
  await using sim = createSimulator({ dialect: 'observed' })
  const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
  const asked = { method: 'PUT', headers, body: '{"q": {"limit": 2}}' }
  const answer = await (await sim.fetch('/api/v0/search/asks/', asked)).json()
  const { code, stdout } = await drift(answer, '--dialect', 'observed')
  expect({ code, differing: differences(stdout) }).toEqual({ code: 0, differing: [] })
  expect(stdout).toContain('holds   rental-offers.search-asks fields')
})

test('a body in base64 is read, and other requests are counted', async () => {
  const captured = harOf(
    { url: url('/api/v0/users/cloud_integrations/'), body: [], encoding: 'base64' },
    { url: 'https://other.example/news', body: {} },
  )
  const { code, stdout } = await drift(captured)
  expect(code).toBe(0)
  expect(stdout).toContain('holds   cloud-connections.list fields, 1 seen')
  expect(stdout).toContain('1 exchanges of no known operation')
})

test('a folder of answers is read, and reports are JSON, Markdown and JUnit', async () => {
  const answers = join(folder, 'answers')
  mkdirSync(answers)
  writeFileSync(join(answers, 'none.json'), JSON.stringify({ instances_found: 0, instances: [] }))
  const report = (format: string) => run(['drift', answers, '--format', format])
  expect(JSON.parse((await report('json')).stdout)).toMatchObject({
    verdicts: [
      { about: 'instances.list fields', verdict: 'holds', times: 1, differences: [] },
      { about: 'instances.list.lists-own', basis: 'documented', verdict: 'holds' },
    ],
  })
  expect((await report('markdown')).stdout).toContain('| instances.list fields | holds | 1 |  |')
  expect((await report('junit')).stdout).toContain('<testcase classname="drift" name="instances.list fields"/>')
})

test('a bundle is read, and a refusal in it shows its rule', async () => {
  await using sim = createSimulator({ rateLimit: { enabled: false } })
  const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
  await sim.fetch('http://sim/api/v0/instances/', { headers })
  const body = JSON.stringify({ template_id: 987_654 })
  await sim.fetch('http://sim/api/v0/template/', { method: 'DELETE', headers, body })
  const bundle = await (await sim.fetch('http://sim/_sim/bundle')).json()
  const { code, stdout } = await drift(bundle)
  expect({ code, differing: differences(stdout) }).toEqual({ code: 0, differing: [] })
  expect(stdout).toContain('holds   templates.delete.id-unknown (assumed), 1 seen')
  expect(stdout).toContain('holds   instances.list values, 1 seen')
  expect((await drift({ ...bundle, clock: 'noon' })).stderr).toContain('is not a bundle')
})

test('a capture that is compressed, and one that is too large, are not read', async () => {
  const files = ['packed.har', 'large.har'].map((name) => join(folder, name))
  writeFileSync(files[0] ?? '', gzipSync('{"log": {"entries": []}}'))
  writeFileSync(files[1] ?? '', '')
  truncateSync(files[1] ?? '', 2 ** 30)
  const { code, stdout, stderr } = await run(['drift', ...files])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(
    /packed.har: is compressed with gzip: unpack it first\n[^]*large.har: has 1073741824 bytes; at most \d+ are read/,
  )
})

test('a file that shows no operation is not read, and the rest of its folder is judged', async () => {
  const answers = join(folder, 'mixed')
  mkdirSync(answers)
  writeFileSync(join(answers, 'gone.json'), JSON.stringify({ instances: null }))
  writeFileSync(join(answers, 'cut.json'), '{"instances": [')
  writeFileSync(join(answers, 'none.json'), JSON.stringify({ instances_found: 0, instances: [] }))
  const { code, stdout, stderr } = await run(['drift', answers])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('holds   instances.list fields, 1 seen')
  expect(stdout).toMatch(/not read: .*cut.json: is not JSON.*\nnot read: .*gone.json is not an answer with rows/)
  expect(stdout).toContain('2 not read')
})

test('an answer of an operation that the documented dialect does not serve says that it is there', async () => {
  const answer = { offers: [{ id: 7, gpu_name: 'RTX 4090', num_gpus: 1 }] }
  const documented = await drift(answer)
  expect(documented.code).toBe(1)
  expect(differences(documented.stdout)).toEqual([expect.stringContaining('neighbouring')])
  expect((await drift(answer, '--dialect', 'observed')).stdout).toContain('differs rental-offers.search')
})

test.each([
  ['is cut', '{"log": {"entries": [', 'is not JSON'],
  ['has nothing of the service', harOf({ url: 'https://other.example/', body: {} }), 'no exchange of an operation'],
  ['shows no operation', { some: 'answer' }, 'is not an answer with rows'],
])('a capture that %s ends with 2', async (_, captured, said) => {
  const { code, stdout, stderr } = await drift(captured)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(said)
})
