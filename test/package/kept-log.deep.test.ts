import { expect, test } from 'vitest'
import { version } from '../../src/version.ts'
import { endWhatTestsStart, start } from '../support/run-cli.ts'

endWhatTestsStart()

const LIST = '/api/v0/instances/'
const INSTANCE = '/_sim/state/instances/31'
const fault = { name: 'down', match: { operation: 'instances.list' }, effect: { status: 503 } }
const stub = { name: 'bill', match: { path: '/bill' }, answer: { body: {} } }

const acts: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['GET', LIST],
  ['POST', '/_sim/faults', fault],
  ['GET', LIST],
  ['DELETE', '/_sim/faults/down'],
  ['DELETE', '/_sim/faults'],
  ['POST', '/_sim/stubs', stub],
  ['GET', '/bill?month=2'],
  ['DELETE', '/_sim/stubs/bill'],
  ['DELETE', '/_sim/stubs'],
  ['GET', '/api/v0/nowhere/'],
  ['POST', '/api/v0/template/', { name: 'x', imgae: 'y' }],
  ['PUT', '/_sim/clock', { at: '2026-02-01T00:00:00Z', frozen: true }],
  ['PUT', '/_sim/clock', { frozen: true }],
  ['POST', '/_sim/clock/advance', { seconds: 90 }],
  ['POST', '/_sim/snapshots', { name: 'before' }],
  ['POST', '/_sim/snapshots/before/restore'],
  ['PATCH', INSTANCE, { label: 'b' }],
  ['PATCH', '/_sim/state', { instances: { 31: { label: 'c' } } }],
  ['DELETE', INSTANCE],
  ['PUT', '/_sim/state', { users: [{ id: 1001, name: 'me', api_keys: [{ key: 'renter-key' }] }] }],
  ['PUT', '/_sim/scenario', { name: 'slow-boot' }],
  ['DELETE', '/_sim/scenario'],
  ['DELETE', '/_sim/requests'],
  ['POST', '/_sim/reset'],
  ['GET', `/~other${LIST}`],
  ['DELETE', '/_sim/sandboxes/other'],
]

test.each(['json', 'pretty'])('the log as %s stays', async (log) => {
  const { child, ended, until } = start(['--port', '0', '--log', log, '--clock', 'frozen', '--seed', 'kept'])
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await until(/http:\/\/127\.0\.0\.1:\d+/)) ?? []
  const statuses: string[] = []
  for (const [method, path, body] of acts) {
    const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
    const { status } = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    statuses.push(`${method} ${path}: ${status}`)
  }
  child.kill('SIGTERM')
  const { stdout } = await ended
  const told = stdout
    .replaceAll(url, 'URL')
    .replaceAll(version, 'VERSION')
    .replaceAll(/"time":"[^"]+"/g, '"time":"…"')
    .replaceAll(/"elapsed_ms":[\d.]+/g, '"elapsed_ms":0')
    .replaceAll(/  \d+ ms  /g, '  0 ms  ')
    .replaceAll(/^ {2}\d\d:\d\d:\d\d /gm, '  00:00:00 ')
  await expect(`${statuses.join('\n')}\n\n${told}`).toMatchFileSnapshot(`../data/log/${log}.txt`)
})
