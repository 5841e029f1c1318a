import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTest } from '../support/folders.ts'
import { ask, endWhatTestsStart, freePort, run, serve } from '../support/run-cli.ts'

endWhatTestsStart()

const TEMPLATES = '/api/v0/template/'
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const ended = (code: number, stdout: unknown, stderr: unknown = '') => ({ code, signal: null, stdout, stderr })

/** A simulator that was asked once for each operation named, and for no other. */
async function used(body: object = { name: 'x', image: 'y' }, args: readonly string[] = []) {
  const { url } = await serve(['--clock', 'frozen', ...args])
  await ask(`${url}${TEMPLATES}`, 'POST', body)
  return url
}

const report = (url: string, ...args: readonly string[]) => run(['report', '--url', url, ...args])

test('without findings it says so', async () => {
  const { url } = await serve()
  expect((await report(url)).stdout).toMatch(/\n\nNo findings\n$/)
  expect((await report(url, '--format', 'markdown')).stdout).toMatch(/\n\nNo findings\.\n$/)
})

/** A small reader of XML: what it cannot account for makes the document ill-formed. */
function xmlProblems(xml: string): readonly string[] {
  const problems: string[] = []
  const open: string[] = []
  const token = /<\?xml [^>]*\?>|<(\/?)([\w-]+)((?:\s+[\w-]+="[^<"]*")*)\s*(\/?)>|([^<]+)|(<)/g
  for (const [all, closing, name = '', attributes = '', single, text = '', stray] of xml.matchAll(token)) {
    if (stray !== undefined) problems.push(`a stray < in ${xml.slice(0, 80)}`)
    if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(attributes + text)) problems.push(`a bare & in ${all}`)
    if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(all)) problems.push('a character XML has not')
    if (closing === '/') {
      const opened = open.pop()
      if (opened !== name) problems.push(`${name} closes ${opened}`)
    } else if (name !== '' && single !== '/') open.push(name)
  }
  return [...problems, ...open.map((name) => `${name} stays open`)]
}

test('the XML check does look', () => {
  expect(xmlProblems('<?xml version="1.0"?>\n<a b="c &amp; d"><e/></a>\n')).toEqual([])
  for (const bad of ['<a>', '<a></b>', '<a b="<"/>', '<a b="&"/>', '<a b="\u0001"/>', '<a b="\uffff"/>', '<a b=c/>'])
    expect(xmlProblems(bad), bad).not.toEqual([])
})

test('as JUnit each failure is a failed case, and is escaped', async () => {
  const url = await used({ name: 'x', image: 'y', '<b a="1">&\u0007\uffff': 1 })
  const { code, stdout } = await report(url, '--format', 'junit', '--fail-on', 'findings')
  expect({ code, problems: xmlProblems(stdout) }).toEqual({ code: 1, problems: [] })
  expect(stdout).toContain('tests="12" failures="1" skipped="10"')
  expect(stdout).toContain('<testcase classname="report" name="unread-field"><failure message="')
  expect(stdout).toContain('&lt;b a=&quot;1&quot;&gt;&amp;')
})

const unread =
  /^rental-sim: unread-field: not read: imgae \(templates\.create, once, first in exchange 1 of sandbox default\)\n$/
const assumed = /^(rental-sim: [\w.-]+: once: .+\n)+$/
const unmatched =
  /^rental-sim: unmatched: 1 request matched no operation\n {2}unmatched-request: \w+ \/\S+ is not an operation .*\n {4}Compare with \/openapi\.json\.\n$/
const nothing = /^$/

test.each([
  { failOn: ['findings'], body: { name: 'x', image: 'y', imgae: 1 }, path: TEMPLATES, code: 1, why: unread },
  { failOn: ['findings'], body: { name: 'x', image: 'y' }, path: TEMPLATES, code: 0, why: nothing },
  { failOn: ['assumed'], body: { name: 'x', image: 'y' }, path: TEMPLATES, code: 1, why: assumed },
  { failOn: ['unmatched'], body: {}, path: '/nowhere', code: 1, why: unmatched },
  { failOn: ['unmatched'], body: { name: 'x', image: 'y', imgae: 1 }, path: TEMPLATES, code: 0, why: nothing },
  { failOn: ['findings', 'assumed'], body: { name: 'x', image: 'y' }, path: TEMPLATES, code: 1, why: assumed },
  { failOn: ['findings', 'unmatched'], body: { name: 'x', image: 'y' }, path: TEMPLATES, code: 0, why: nothing },
])('--fail-on $failOn after $body to $path exits $code and says why', async ({ failOn, body, path, code, why }) => {
  const { url } = await serve()
  await ask(`${url}${path}`, 'POST', body)
  expect(await report(url, '--fail-on', ...failOn)).toEqual(ended(code, like(/^Operations/), like(why)))
})

test.each([
  { value: 'findings', code: 1 },
  { value: 'unmatched, findings', code: 1 },
  { value: 'stale-hash-id findings', code: 1 },
  { value: 'unmatched', code: 0 },
])('RENTAL_SIM_FAIL_ON=$value is --fail-on, which wins', async ({ value, code }) => {
  const url = await used({ name: 'x', image: 'y', imgae: 'z' })
  const env = { RENTAL_SIM_FAIL_ON: value }
  expect(await run(['report', '--url', url], env)).toEqual(
    ended(code, like(/^Operations/), like(code === 1 ? unread : nothing)),
  )
  expect(await run(['report', '--url', url, '--fail-on', 'unmatched'], env)).toEqual(ended(0, like(/^Operations/)))
  expect(await run(['report', '--url', url, '--fail-on', ''], env)).toEqual(ended(0, like(/^Operations/)))
  expect(await run(['report', '--url', url], { RENTAL_SIM_FAIL_ON: 'warnings' })).toEqual(
    ended(2, '', like(/value 'warnings' from env 'RENTAL_SIM_FAIL_ON' is invalid/)),
  )
})

test('--fail-on assumed passes when no assumption was touched', async () => {
  const { url } = await serve()
  const headers = { Authorization: 'Bearer host-key', 'Content-Type': 'application/json' }
  const body = JSON.stringify({ disk_id: 502, price_disk: 0.1, size: 2000, end_date: 1_898_761_600 })
  expect((await fetch(`${url}/api/v0/network_volume/`, { method: 'POST', headers, body })).status).toBe(200)
  expect(await report(url, '--fail-on', 'assumed')).toEqual(ended(0, like(/^Operations/)))
})

test('--output writes the file and nothing to standard output', async () => {
  const folder = folderForTest()
  const file = join(folder, 'report.xml')
  const url = await used()
  const printed = (await report(url, '--format', 'junit')).stdout
  expect(await report(url, '--format', 'junit', '--output', file)).toEqual(ended(0, ''))
  expect(await readFile(file, 'utf8')).toBe(printed)
  await ask(`${url}/nowhere`)
  expect(await report(url, '--output', file, '--fail-on', 'unmatched')).toEqual(ended(1, '', like(unmatched)))
  const missing = join(folder, 'missing', 'report.xml')
  expect(await report(url, '--output', missing)).toEqual(ended(2, '', like(/^rental-sim: ENOENT.*report\.xml/)))
})

test('without --sandbox all sandboxes count, also one that was dropped', async () => {
  const url = await used()
  for (const sandbox of ['a', 'b']) await ask(`${url}/~${sandbox}/nowhere`)
  await ask(`${url}/~a${TEMPLATES}`, 'POST', { name: 'x', image: 'y', imgae: 'z' })
  await ask(`${url}/_sim/sandboxes/a`, 'DELETE')
  const result = await report(url, '--fail-on', 'unmatched')
  expect(result).toEqual(
    ended(
      1,
      like(/^Operations/),
      like(
        /^rental-sim: unmatched: 2 requests matched no operation\n {2}unmatched-request: GET \/nowhere is not an operation \(no operation, 2 times, first in exchange 1 of sandbox a\)\n/,
      ),
    ),
  )
  expect(result.stdout).toMatch(/templates\.create +2 times/)
  expect(result.stdout).toContain('(templates.create, once, first in exchange 2 of sandbox a)')
  expect(result.stdout).toContain('\nCounted: all sandboxes since the simulator started, those that are gone too\n')
  const one = await report(url, '--sandbox', 'default', '--fail-on', 'unmatched')
  expect(one).toEqual(ended(0, like(/templates\.create +once/)))
  expect(one.stdout).toContain('\nCounted: the sandbox default since its last reset\n')
})

test('a URL may name the sandbox, as the base URL of its clients does', async () => {
  const url = await used()
  expect(await report(`${url}/~other`)).toEqual(ended(2, '', 'rental-sim: there is no sandbox "other"\n'))
  await ask(`${url}/~other${TEMPLATES}`, 'POST', { name: 'x', image: 'y' })
  await ask(`${url}/~other${TEMPLATES}`, 'POST', { name: 'x', image: 'y' })
  const other = ended(0, like(/templates\.create +2 times/))
  expect(await report(`${url}/~other`)).toEqual(other)
  expect(await report(`${url}/~other/`, '--sandbox', 'other')).toEqual(other)
  expect(await report(`${url}/~other`, '--sandbox', 'default')).toEqual(
    ended(2, '', 'rental-sim: --url names the sandbox "other", --sandbox "default"\n'),
  )
})

test('a sandbox with refused requests alone is reported, and its bundle is written', async () => {
  const { url } = await serve()
  await ask(`${url}/~zz1/api/v0/nowhere/`)
  await ask(`${url}/~zz2${TEMPLATES}`, 'POST', { name: 1 })
  const failed = ended(1, like(/\nCounted: the sandbox zz1 since its last reset\n/), like(unmatched))
  expect(await report(`${url}/~zz1`, '--fail-on', 'unmatched')).toEqual(failed)
  expect(await report(url, '--sandbox', 'zz1', '--fail-on', 'unmatched')).toEqual(failed)
  expect((await report(`${url}/~zz2`)).stdout).toMatch(/templates\.create +once/)
  expect(await report(`${url}/~zz3`)).toEqual(ended(2, '', like(/there is no sandbox "zz3"/)))
  expect(await report(url, '--sandbox', 'no name')).toEqual(ended(2, '', like(/there is no sandbox "no name"/)))
  const folder = folderForTest()
  const file = join(folder, 'bundle.json')
  expect(await run(['bundle', file, '--url', `${url}/~zz1`])).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ exchanges: { length: 1 } })
  expect(await run(['bundle', join(folder, 'none.json'), '--url', `${url}/~zz3`])).toMatchObject({ code: 2 })
})

test('the control token is needed where there is one', async () => {
  const url = await used({ name: 'x', image: 'y' }, ['--control-token', 's3cret'])
  const refused = ended(
    2,
    '',
    `rental-sim: ${url} wants a token: set RENTAL_SIM_CONTROL_TOKEN, or give --control-token\n`,
  )
  expect(await report(url)).toEqual(refused)
  expect(await report(url, '--control-token', 'guess')).toEqual(refused)
  expect(await report(url, '--control-token', 's3cret')).toEqual(ended(0, like(/^Operations/)))
  const env = { RENTAL_SIM_CONTROL_TOKEN: 's3cret' }
  expect(await run(['report', '--url', url], env)).toEqual(ended(0, like(/^Operations/)))
})

test('where nothing listens it says so', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  expect(await report(url)).toEqual(
    ended(2, '', like(new RegExp(`^rental-sim: no simulator answers at ${url}: .*\n$`))),
  )
  expect(await report('nonsense')).toEqual(ended(2, '', like(/^rental-sim: nonsense is not an http:\/\/ URL/)))
})

test.each(['{}', '<html>', ''])('a server that answers "%s" is not a simulator', async (body) => {
  const server = createServer((_, response) => response.end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await report(url)).toEqual(ended(2, '', like(/^rental-sim: [^\n]*\n$/)))
  } finally {
    server.close()
  }
})

test.each([
  { args: ['--format', 'html'], message: /^error: option '--format <form>' argument 'html' is invalid/ },
  {
    args: ['--fail-on', 'warnings'],
    message:
      /^error: option '--fail-on <what...>' argument 'warnings' is invalid\. Allowed choices are findings, .*, separated by commas\.$/m,
  },
  { args: ['--fail-on', 'unmatched,finding'], message: /, separated by commas; did you mean "findings"\?/ },
])('$args is a usage error', async ({ args, message }) => {
  expect(await run(['report', ...args])).toEqual(ended(2, '', like(message)))
})
