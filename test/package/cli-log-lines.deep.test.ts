import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { defectsAs } from '../../src/cli/log/log.ts'
import { ask, endWhatTestsStart, serve } from '../support/run-cli.ts'
import { serve as serveProcess } from '../support/spawn-cli.ts'
import { version } from '../../src/version.ts'

endWhatTestsStart()

const LIST = '/api/v0/users/cloud_integrations/'
const TEMPLATE = '/api/v0/template/'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const auth = { Authorization: 'Bearer renter-key' }

type Line = Readonly<Record<string, unknown>>
const linesOf = (output: string): readonly Line[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

const REAL_TIME: unknown = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/)

test('the first line says from which state worlds start, the last that the server stops', async () => {
  const { child, ended, url } = await serveProcess([
    '--clock',
    'frozen',
    '--seed',
    'mine',
    '--scenario',
    'flaky-listing',
  ])
  child.kill('SIGTERM')
  const { stdout, stderr } = await ended
  const about = { time: REAL_TIME, level: 'info', url }
  expect(linesOf(stdout)).toEqual([
    {
      event: 'listening',
      msg: `listening ${url}`,
      ...about,
      version,
      fixture: ['default'],
      scenario: 'flaky-listing',
      seed: 'mine',
      clock: expect.anything() as unknown,
    },
    { event: 'stopping', msg: `stopping ${url}`, ...about },
  ])
  expect(stderr).toBe('')
})

test('the line that it stops is the last, after those of requests that were held', async () => {
  const { child, ended, url } = await serveProcess(['--scenario', 'hanging-request', '--clock', 'frozen'])
  const held = fetch(`${url}/api/v0/instances/`, { headers: auth }).catch(() => 'ended')
  await expect.poll(async () => (await fetch(`${url}/_sim/faults`)).text()).toContain('"path":"/api/v0/instances/"')
  child.kill('SIGTERM')
  expect(linesOf((await ended).stdout).map(({ event }) => event)).toEqual(['listening', 'exchange', 'stopping'])
  expect(await held).toBe('ended')
})

test('a request id is echoed and logged with the trace, where they were sent', async () => {
  const { child, ended, url } = await serve(['--no-rate-limit'])
  const headers = { ...auth, 'X-Request-Id': 'r-1 "x"', traceparent: `00-${TRACE}-b7ad6b7169203331-01` }
  expect((await fetch(`${url}${LIST}`, { headers })).headers.get('x-request-id')).toBe('r-1 "x"')
  expect((await fetch(`${url}${LIST}`, { headers: auth })).headers.get('x-request-id')).toBeNull()
  await fetch(`${url}${LIST}`, { headers: { ...auth, traceparent: 'nonsense' } })
  const refused = await fetch(`${url}/nowhere`, { headers: { ...auth, 'X-Request-Id': 'of renter-key' } })
  expect(refused.headers.get('x-request-id')).toBe('of ********')
  child.kill('SIGTERM')
  const exchanges = linesOf((await ended).stdout).filter(({ event }) => event === 'exchange')
  expect(exchanges.map(({ request_id: id, trace_id: trace }) => [id, trace])).toEqual([
    ['r-1 "x"', TRACE],
    [undefined, undefined],
    [undefined, undefined],
    ['of ********', undefined],
  ])
})

test('a stub that answers with a request id of its own keeps it; a fault echoes that of the client', async () => {
  const { url } = await serve()
  await ask(`${url}/_sim/stubs`, 'POST', {
    name: 's',
    match: { path: '/billing' },
    answer: { headers: { 'X-Request-Id': 'of the stub' } },
  })
  await ask(`${url}/_sim/faults`, 'POST', { name: 'f', match: { path: LIST }, effect: { status: 503 } })
  const headers = { ...auth, 'X-Request-Id': 'mine' }
  const echoed = async (path: string) => (await fetch(`${url}${path}`, { headers })).headers.get('x-request-id')
  expect([await echoed('/billing'), await echoed(LIST)]).toEqual(['of the stub', 'mine'])
})

test('a sandbox evicted for want of room is logged, and a dropped one is not', async () => {
  const { child, ended, url } = await serve(['--max-sandboxes', '2'])
  for (const name of ['a', 'b', 'c']) await ask(`${url}/~${name}${TEMPLATE}`)
  await ask(`${url}/_sim/sandboxes/c`, 'DELETE')
  child.kill('SIGTERM')
  const gone = linesOf((await ended).stdout).filter(({ event }) => event === 'sandbox_dropped')
  expect(gone).toEqual(
    ['a', 'b'].map((sandbox) => ({
      event: 'sandbox_dropped',
      time: REAL_TIME,
      level: 'warn',
      msg: `the sandbox ${sandbox} was evicted for want of room`,
      sandbox,
    })),
  )
})

test.each([
  {
    form: 'json',
    written: /^\{"event":"defect","time":"[^"]+","level":"error","msg":"broken","stack":"Error: broken\\n.*"\}\n$/,
  },
  { form: 'pretty', written: /^Error: broken\n {4}at [^]*\n$/ },
] as const)('as $form a defect is written to standard error', ({ form, written }) => {
  let text = ''
  const stderr = new Writable({
    decodeStrings: false,
    write: (part, _encoding, done) => {
      text += String(part)
      done()
    },
  })
  defectsAs(form, stderr).onDefect?.(new Error('broken'))
  expect(text).toMatch(written)
})
