import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Verdict } from '../../src/sweep/verdicts.ts'
import { badIn, percentOf, sweepOf } from './example.ts'

const MINUTE_MS = 60_000

/** Name, trial and verdict; the trial that tells the cause, where several things are tried at once. */
const defects: readonly (readonly [string, string, Verdict, string?])[] = [
  ['no timeout', 'instances.list/transient/first@lists/hang', 'hung'],
  [
    'crashes on null',
    'instances.list/answers/first@uptimes/unusual',
    'noticed',
    'instances.list/answers/first@uptimes/null.instances.uptime_mins',
  ],
  ['uses a field that is optional', 'instances.list/answers/first@speeds/absent.instances.inet_down', 'noticed'],
  ['retries a rent', 'instances.create/lost-reply/first@rents/reset', 'did-it-twice'],
  ['treats an HTML page as JSON', 'templates.create/transient/first@templates/502', 'noticed'],
  ['caches a hash_id for ever', 'templates.edit/lost-reply/first@templates/reset', 'noticed'],
  ['ignores success: false', 'endpoint-groups.update/answers/first@rename/success-false', 'unnoticed'],
  ['swallows errors', 'endpoint-groups.update/answers/first@scale/success-false', 'unnoticed'],
  [
    'takes the first row for the one that it wants',
    'cloud-connections.list/answers/first@connection/other-order.rows',
    'noticed',
  ],
  ['retries at once on 429', 'cloud-connections.list/transient/first@connections/429', 'hammered'],
]

let found = 0
let bad: ReturnType<typeof badIn>
beforeAll(async () => {
  const ids = defects.map(([, id]) => id)
  const options = ids.flatMap((id) => ['--trial', id])
  const good = await sweepOf('./client.js', options)
  expect([badIn(good), good.trials.map(({ id }) => id).toSorted()]).toEqual([[], ids.toSorted()])
  bad = badIn(await sweepOf('./bad-client.js', ['--limit', '5s', ...options]))
  expect(bad).toHaveLength(defects.length)
}, 5 * MINUTE_MS)
afterAll(() => void percentOf('Recall, docs/examples/sweep', found, defects.length))

test.each(defects.map(([name, id, verdict, cause = id]) => [name, verdict, cause] as const))(
  '"%s" is found in the bad client, and not in the good one: it is %s',
  (_, verdict, id) => {
    expect(bad).toContainEqual({ id, verdict })
    found += 1
  },
)
