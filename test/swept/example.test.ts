import { beforeAll, describe, expect, test } from 'vitest'
import { type SweepReport, sweepSchema } from '../../src/report/sweep/result.ts'
import type { Verdict } from '../../src/report/sweep/verdict.ts'
import { startProcess } from '../support/process.ts'

const MINUTE_MS = 60_000

async function sweepOf(client: string): Promise<SweepReport> {
  const command = [process.execPath, 'client.test.js']
  const { ended } = startProcess(
    process.execPath,
    ['../../../dist/cli.cjs', 'sweep', '--format', 'json', '--', ...command],
    { cwd: 'docs/examples/sweep', env: { PATH: process.env['PATH'], CLIENT: client } },
  )
  const { stdout, stderr } = await ended
  return sweepSchema.parse(JSON.parse(stdout === '' ? stderr : stdout))
}

const badIn = ({ trials }: SweepReport) =>
  trials.filter(({ good, verdict }) => !good && verdict !== 'never-met').map(({ id, verdict }) => ({ id, verdict }))

test(
  'the good client has no bad verdict',
  async () => {
    expect(badIn(await sweepOf('./client.js'))).toEqual([])
  },
  10 * MINUTE_MS,
)

describe('of the bad client', () => {
  let bad: ReturnType<typeof badIn>
  beforeAll(async () => {
    bad = badIn(await sweepOf('./bad-client.js'))
  }, 10 * MINUTE_MS)

  const defects: readonly (readonly [string, string, Verdict])[] = [
    ['no timeout', 'instances.list/transient/first/hang', 'hung'],
    ['crashes on null', 'instances.list/answers/second/null.instances.uptime_mins', 'noticed'],
    ['uses a field that is optional', 'instances.list/answers/last/absent.instances.inet_down', 'noticed'],
    ['retries a rent', 'instances.create/lost-reply/first/reset', 'did-it-twice'],
    ['treats an HTML page as JSON', 'templates.create/transient/first/502', 'noticed'],
    ['caches a hash_id for ever', 'templates.edit/lost-reply/first/reset', 'noticed'],
    ['ignores success: false', 'endpoint-groups.update/answers/second/success-false', 'unnoticed'],
    ['swallows errors', 'endpoint-groups.update/answers/first/success-false', 'unnoticed'],
    [
      'takes the first row for the one that it wants',
      'cloud-connections.list/answers/first/other-order.rows',
      'noticed',
    ],
    ['retries at once on 429', 'cloud-connections.list/transient/second/429', 'hammered'],
  ]
  test.each(defects)('"%s" is found: %s is %s', (_, id, verdict) => {
    expect(bad).toContainEqual({ id, verdict })
  })
})
