import { expect, test } from 'vitest'
import type { Verdict } from '../../src/sweep/judge.ts'
import { badIn, sweepOf } from './example.ts'

const MINUTE_MS = 60_000

const defects: readonly (readonly [string, string, Verdict])[] = [
  ['no timeout', 'instances.list/transient/first/hang', 'hung'],
  ['crashes on null', 'instances.list/answers/second/null.instances.uptime_mins', 'noticed'],
  ['uses a field that is optional', 'instances.list/answers/last/absent.instances.inet_down', 'noticed'],
  ['retries a rent', 'instances.create/lost-reply/first/reset', 'did-it-twice'],
  ['treats an HTML page as JSON', 'templates.create/transient/first/502', 'noticed'],
  ['caches a hash_id for ever', 'templates.edit/lost-reply/first/reset', 'noticed'],
  ['ignores success: false', 'endpoint-groups.update/answers/second/success-false', 'unnoticed'],
  ['swallows errors', 'endpoint-groups.update/answers/first/success-false', 'unnoticed'],
  ['takes the first row for the one that it wants', 'cloud-connections.list/answers/first/other-order.rows', 'noticed'],
  ['retries at once on 429', 'cloud-connections.list/transient/second/429', 'hammered'],
]

test.each(defects)(
  '"%s" is found in the bad client, and not in the good one: %s is %s',
  async (_, id, verdict) => {
    const [bad, good] = await Promise.all(
      ['./bad-client.js', './client.js'].map((each) => sweepOf(each, ['--trial', id])),
    )
    expect(bad && badIn(bad)).toEqual([{ id, verdict }])
    expect(good && [badIn(good), good.trials.map((trial) => trial.id)]).toEqual([[], [id]])
  },
  3 * MINUTE_MS,
)
