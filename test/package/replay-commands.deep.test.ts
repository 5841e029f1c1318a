import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForFile } from '../support/folders.ts'
import { ask, endWhatTestsStart, freePort, run, serve } from '../support/run-cli.ts'

endWhatTestsStart()

const folder = folderForFile()

const LIST = '/api/v0/instances/'
const RENT = '/api/v0/asks/12345678/'
const at = (name: string): string => join(folder, name)
const fine = { code: 0, signal: null, stderr: '' }
const frozen = ['--clock', 'frozen', '--no-rate-limit']

interface Bundled {
  readonly exchanges: readonly { readonly id: number; readonly response: { readonly status: number; body: string } }[]
}

/** A server on which three requests were made, and the file that tells of them. */
async function told(name: string, args: readonly string[] = frozen) {
  const server = await serve(args)
  await ask(`${server.url}${LIST}`)
  await ask(`${server.url}${RENT}`, 'PUT', { image: 'library/ubuntu' })
  await ask(`${server.url}${LIST}`)
  const file = at(name)
  return { ...server, file, end: await run(['bundle', file, '--url', server.url]) }
}

const read = (file: string): Bundled => JSON.parse(readFileSync(file, 'utf8')) as Bundled
const edited = (file: string, change: (bundle: Bundled) => object): string => {
  writeFileSync(`${file}.edited.json`, JSON.stringify(change(read(file))))
  return `${file}.edited.json`
}

describe('a replayed story', () => {
  test.each([
    { name: 'a frozen clock', args: frozen },
    { name: 'a real clock', args: [] },
    {
      name: 'a scenario, a seed and an instant',
      args: ['--scenario', 'every-third-fails', '--seed', 'mine', '--clock', '2027-03-04T05:06:07Z'],
    },
  ])('is the same under $name', async ({ name, args }) => {
    const { file, end, child, ended } = await told(`${name.replaceAll(/\W+/g, '-')}.json`, args)
    expect(end).toEqual({ ...fine, stdout: `3 exchanges in ${file}\n` })
    child.kill('SIGTERM')
    await ended
    expect(await run(['replay', file])).toEqual({ ...fine, stdout: '3 answers are the same\n' })
  })

  test('is the same when faults took connections, and when the clock was moved', async () => {
    const { url } = await serve(['--scenario', 'lost-reply-on-rent', ...frozen])
    await expect(ask(`${url}${RENT}`, 'PUT', { image: 'library/ubuntu' })).rejects.toThrow('fetch failed')
    await ask(`${url}/_sim/clock/advance`, 'POST', { seconds: 3600 })
    expect((await ask(`${url}${LIST}`)).body).toMatchObject({ instances_found: 2 })
    expect(await run(['bundle', at('lost.json'), '--url', url])).toMatchObject({ code: 0 })
    expect(await run(['replay', at('lost.json')])).toEqual({ ...fine, stdout: '2 answers are the same\n' })
  })

  test('is that of the sandbox that is named', async () => {
    const { url } = await serve(frozen)
    await ask(`${url}/~alice${LIST}`)
    const file = at('alice.json')
    expect(await run(['bundle', file, '--url', url, '--sandbox', 'alice'])).toMatchObject({
      code: 0,
      stdout: `1 exchanges in ${file}\n`,
    })
    expect(await run(['replay', file])).toEqual({ ...fine, stdout: '1 answers are the same\n' })
  })

  test('needs the control token, and has no secret in it', async () => {
    const { url, file, end } = await told('token.json', [...frozen, '--control-token', 'open-sesame'])
    expect(end).toMatchObject({ code: 2, stdout: '' })
    expect(end.stderr).toContain('wants a token: set RENTAL_SIM_CONTROL_TOKEN')
    expect(await run(['bundle', file, '--url', url], { RENTAL_SIM_CONTROL_TOKEN: 'open-sesame' })).toMatchObject({
      code: 0,
    })
    const text = readFileSync(file, 'utf8')
    for (const secret of ['renter-key', 'host-key', 'open-sesame']) expect(text).not.toContain(secret)
  })
})

describe('a difference', () => {
  test('is shown in words, and the exit code is 1', async () => {
    const { file } = await told('differs.json')
    const path = edited(file, (bundle) => ({
      ...bundle,
      exchanges: bundle.exchanges.map((each) =>
        each.id === 2 ? { ...each, response: { ...each.response, status: 201, body: '{"success":false}' } } : each,
      ),
    }))
    expect(await run(['replay', path])).toEqual({
      code: 1,
      signal: null,
      stderr: '',
      stdout: [
        `exchange 2, PUT ${RENT}: status`,
        '  recorded  201',
        '  replayed  200',
        `exchange 2, PUT ${RENT}: body`,
        '  recorded  {"success":false}',
        '  replayed  {"success":true,"new_contract":32}',
        '1 of 3 answers differ',
        '',
      ].join('\n'),
    })
  })

  test('prints what would steer a terminal, and obeys none of it', async () => {
    const { file } = await told('escapes.json')
    const obeyed = '\u001B[2m\u009B31m\u202E\u0007'
    const path = edited(file, (bundle) => ({
      ...bundle,
      steered: [obeyed],
      exchanges: bundle.exchanges.map((each) => ({
        ...each,
        target: `/${obeyed}`,
        response: { status: 200, headers: { [obeyed]: obeyed }, body: obeyed },
      })),
    }))
    const { code, stdout } = await run(['replay', path])
    expect(code).toBe(1)
    const shown = String.raw`\u001b[2m\u009b31m\u202e\u0007`
    expect(stdout).toContain(`the sandbox was steered by ${shown}, which`)
    expect(stdout).toContain(`exchange 1, GET /${shown}: body\n  recorded  ${shown}\n`)
    expect(stdout).toContain(`exchange 1, GET /${shown}: header ${shown}\n  recorded  ${shown}\n`)
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('far inside a long body is cut out of it', async () => {
    const { file } = await told('long.json')
    const path = edited(file, (bundle) => ({
      ...bundle,
      exchanges: bundle.exchanges.map((each) =>
        each.id === 3 ? { ...each, response: { ...each.response, body: each.response.body.replace(/.$/, '?') } } : each,
      ),
    }))
    const { code, stdout } = await run(['replay', path])
    expect(code).toBe(1)
    const [head, recorded = '', replayed = ''] = stdout.split('\n')
    expect(head).toBe(`exchange 3, GET ${LIST}: body`)
    expect([recorded.at(-1), replayed.at(-1)]).toEqual(['?', '}'])
    for (const line of [recorded, replayed]) {
      expect(line).toContain('…')
      expect(line.length).toBeLessThan(160)
    }
  })

  test('is seen when an exchange is missing', async () => {
    const { file } = await told('missing.json')
    const path = edited(file, (bundle) => ({ ...bundle, exchanges: bundle.exchanges.filter(({ id }) => id !== 2) }))
    const { code, stdout } = await run(['replay', path])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^exchange 3, GET \/api\/v0\/instances\/: /)
    expect(stdout).toMatch(/1 of 2 answers differ\n$/)
  })
})

test('control calls that steered the world are named', async () => {
  const { url } = await serve(frozen)
  await ask(`${url}/_sim/faults`, 'POST', { name: 'f', effect: { status: 500, body: {} } })
  await ask(`${url}${LIST}`)
  await run(['bundle', at('steered.json'), '--url', url])
  const { code, stdout } = await run(['replay', at('steered.json')])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^the sandbox was steered by POST \/_sim\/faults, which a replay does not do\n/)
})

describe('what cannot be done ends with 2', () => {
  test('no simulator', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { code, stdout, stderr } = await run(['bundle', at('none.json'), '--url', url])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`rental-sim: no simulator answers at ${url}`)
  })

  test('a server that answers something else', async () => {
    const { url } = await serve()
    const { code, stderr } = await run(['bundle', at('none.json'), '--url', `${url}/openapi.json?`])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^rental-sim: [^\n]+\n$/)
  })

  test('a journal that is not whole', async () => {
    const { end } = await told('dropped.json', [...frozen, '--journal-size', '2'])
    expect(end).toMatchObject({ code: 2, stdout: '' })
    expect(end.stderr).toContain('the journal is not whole')
    expect(() => read(at('dropped.json'))).toThrow('ENOENT')
  })

  test('a folder that is not there to write to', async () => {
    const { url } = await serve()
    const { code, stderr } = await run(['bundle', at('nowhere/b.json'), '--url', url])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^rental-sim: ENOENT[^\n]+\n$/)
  })

  const file = (name: string, text: string): string => {
    writeFileSync(at(name), text)
    return at(name)
  }
  test.each([
    { name: 'a missing file', path: at('missing-one.json'), message: 'there is no such file' },
    { name: 'a folder', path: folder, message: 'is not a file' },
    { name: 'no JSON', path: file('no.json', '{ "version": '), message: ':1: ' },
    { name: 'no bundle', path: file('other.json', '{ "users": [] }'), message: 'unknown key "users"' },
  ])('$name', async ({ path, message }) => {
    const { code, stdout, stderr } = await run(['replay', path])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.startsWith(`rental-sim: ${path}`), stderr).toBe(true)
    expect(stderr).toContain(message)
  })

  test('a bundle with a world that cannot be opened', async () => {
    const { file: whole } = await told('spoiled.json')
    const path = edited(whole, (bundle) => ({ ...bundle, fixture: { ofers: [] } }))
    const { code, stderr } = await run(['replay', path])
    expect(code).toBe(2)
    expect(stderr).toContain('unknown key "ofers"; did you mean "offers"?')
  })

  type Whole = Bundled & { readonly clock: string; readonly rate_limit: object }
  const exchange = (change: object) => (bundle: Whole) => ({ exchanges: [{ ...bundle.exchanges[0], ...change }] })
  test.each([
    {
      name: 'a clock beyond the year 9999',
      change: () => ({ clock: '9999-12-31T23:59:59-14:00' }),
      says: 'clock: is beyond',
    },
    {
      name: 'a clock after its exchanges',
      change: () => ({ clock: '9999-06-01T00:00:00Z' }),
      says: 'exchanges.0.at: is before the start of the world, 9999-06-01T00:00:00Z: the clock only moves forward',
    },
    {
      name: 'an exchange before the one before it',
      change: ({ exchanges: [first, second] }: Whole) => ({
        exchanges: [{ ...first, at: '2026-01-01T02:00:00+01:00', ended: '2026-01-01T02:00:00+01:00' }, second],
      }),
      says: 'exchanges.1.at: is before exchange 1, 2026-01-01T02:00:00+01:00',
    },
    {
      name: 'an exchange that ended before it began',
      change: exchange({ ended: '2025-01-01T00:00:00Z' }),
      says: 'exchanges.0.ended: is before it began, 2026-01-01T00:00:00.000Z',
    },
    {
      name: 'a threshold of no operation',
      change: () => ({ rate_limit: { enabled: true, thresholds: { 'instances.lst': 1 } } }),
      says: 'rate_limit.thresholds.instances.lst: there is no operation "instances.lst"; did you mean "instances.list"?',
    },
    {
      name: 'a negative threshold',
      change: () => ({ rate_limit: { enabled: true, thresholds: { 'instances.list': -1 } } }),
      says: 'rate_limit.thresholds.instances.list: expected number to be >=0',
    },
    { name: 'an unknown progression', change: () => ({ progression: { mode: 'soon' } }), says: 'progression.mode: ' },
  ])('$name', async ({ change, says }) => {
    const { file: whole } = await told('cannot-be.json')
    const path = edited(whole, (bundle) => ({ ...bundle, ...change(bundle as Whole) }))
    const { code, stdout, stderr } = await run(['replay', path])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.startsWith(`rental-sim: ${path}: ${says}`), stderr).toBe(true)
    expect(stderr).not.toMatch(/^ +at /m)
  })

  test('an empty bundle: nothing was replayed', async () => {
    const { url } = await serve(frozen)
    const path = at('empty.json')
    expect(await run(['bundle', path, '--url', url])).toMatchObject({ code: 0 })
    const { code, stderr } = await run(['replay', path])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `rental-sim: ${path}: exchanges: is empty: nothing was replayed\n`,
    })
  })
})
