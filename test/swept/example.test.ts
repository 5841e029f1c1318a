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
  trials.filter(({ good }) => !good).map(({ id, verdict }) => ({ id, verdict }))

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
    ['retries a rent', 'instances.create/lost-reply/first/reset', 'did-it-twice'],
    ['treats an HTML page as JSON', 'templates.create/transient/first/502', 'noticed'],
    ['caches a hash_id for ever', 'templates.edit/lost-reply/first/reset', 'noticed'],
    ['ignores success: false', 'templates.delete/refusals/first/success-false', 'unnoticed'],
    ['swallows errors', 'endpoint-groups.update/refusals/first/endpoint-groups.update.group-unknown', 'unnoticed'],
    ['retries at once on 429', 'cloud-connections.list/transient/first/429', 'hammered'],
  ]
  test.each(defects)('"%s" is found: %s is %s', (_, id, verdict) => {
    expect(bad).toContainEqual({ id, verdict })
  })
})
