import { beforeAll, describe, expect, test } from 'vitest'
import { runVitest } from '../support/run-vitest.ts'

const failing = `import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'

test.override('simulatorOptions', { clock: 'frozen' })

const list = (sim, key = 'renter-key') =>
  sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer ' + key } })
const never = () => new Promise(() => undefined)

test.concurrent('is held', { timeout: 4000 }, async ({ sim }) => {
  sim.scenario('hanging-request')
  await list(sim)
})

test.concurrent('is held for good', { timeout: 4000 }, async ({ sim }) => {
  sim.faults.add({ name: 'silent', effect: { hang: true } })
  await list(sim)
})

test.concurrent('is held while the clock runs', { timeout: 4000 }, async ({ sim }) => {
  sim.scenario('hanging-request', {}, { clock: 'real' })
  await list(sim)
})

test.concurrent('sleeps between two refusals', { timeout: 4000 }, async ({ sim }) => {
  for (const _ of 'abcdefg') await list(sim)
  await never()
})

test('asks nothing', ({ sim }) => {
  expect.soft(sim.name).toBe('a')
  expect.soft(sim.name).toBe('b')
})

test.fails('is expected to fail', async ({ sim }) => {
  await list(sim)
  expect(sim.name).toBe('a')
})

test('passes', async ({ sim }) => {
  await list(sim)
  await list(sim)
})
`

const steering = `import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'

test.override('simulatorOptions', { scenario: 'flaky-listing' })

const list = (sim) => sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })

test('holds', async ({ sim, simUrl }) => {
  expect((await list(sim)).status).toBe(503)
  expect(sim).toHaveReceived({ operation: 'instances.list' })
  expect(await (await fetch(simUrl + '/_sim/clock')).json()).toMatchObject({ mode: 'real' })
})

test('expects another request', async ({ sim }) => {
  await list(sim)
  expect(sim).toHaveReceived({ operation: 'instances.list', user_id: 1002 })
})

test('sends a secret in the URL', async ({ sim }) => {
  await sim.fetch('/api/v0/instances/?api_key=renter-key', { headers: { Authorization: 'Bearer renter-key' } })
  expect(sim).toHaveNoFindings()
})
`

const elsewhere = `import { expect, vi } from 'vitest'
import { test } from 'rental-sim/vitest'

test.override('simulatorOptions', { clock: 'frozen' })

const LIST = '/api/v0/instances/'
const options = { headers: { Authorization: 'Bearer renter-key' } }

test('drops the path of its base URL', async ({ simUrl }) => {
  for (const address of [new URL(LIST, simUrl), new URL(simUrl).origin + LIST]) await fetch(address, options)
  expect.fail('one')
})

test('asks nothing, after another one asked default', ({ sim }) => expect(sim.name).toBe('one'))

test('names no scenario', ({ sim }) => {
  sim.scenario('slow-boots')
})

test('gives a parameter of another type', ({ sim }) => {
  sim.scenario('slow-boot', { seconds: 'many' })
})

test('polls by fake timers', async ({ sim }) => {
  vi.useFakeTimers()
  for (const _ of 'abc') {
    await sim.fetch(LIST, options)
    vi.advanceTimersByTime(5000)
  }
  vi.useRealTimers()
  expect(sim).toHaveNoFindings()
})

test('polls by the clock', async ({ sim }) => {
  for (const _ of 'abc') {
    await sim.fetch(LIST + '?api_key=renter-key', options)
    await sim.clock.advance(5)
  }
  expect.fail('two')
})
`

const plain = `import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'
test('has a clock that runs', ({ sim, simulator }) =>
  expect([sim.clock.mode, simulator.clock.mode]).toEqual(['real', 'real']))
`

const waiting = `import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'

const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
const list = (sim) => sim.fetch('/api/v0/instances/', { headers })

test('waits for a boot', async ({ sim }) => {
  sim.scenario('slow-boot', { seconds: 90 }, { clock: '2026-01-01T00:00:00Z' })
  const body = JSON.stringify({ image: 'x', disk: 10 })
  await sim.fetch('/api/v0/asks/12345678/', { method: 'PUT', headers, body })
  for (const _ of 'ab') await list(sim)
  expect.fail('it does not run')
})

test('waits for the end of an outage', async ({ sim }) => {
  sim.scenario('outage-window', { from_s: 0, to_s: 20 }, { clock: '2026-01-01T00:00:00Z' })
  await list(sim)
  expect.fail('it is down')
})

test('has a wrong key', async ({ sim }) => {
  const response = await sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer my-key' } })
  expect(response.status).toBe(200)
})

test('waits for a boot while the clock runs', async ({ sim }) => {
  sim.scenario('slow-boot', {}, { clock: 'real' })
  await list(sim)
  expect.fail('it does not run')
})
`

const misspelt = `import { expect, test } from 'rental-sim/vitest'
test.override('simulatorOptions', { clok: 'frozen' })
test('misspells an option', ({ sim }) => expect(sim.name).toBe('a'))
`

const misnamed = `import { expect, test } from 'rental-sim/vitest'

test.describe('its own', () => {
  test.override('sandboxOptions', { scenario: 'slow-boots' })
  test('misnames a scenario', ({ sim }) => expect(sim.name).toBe('a'))
})

test('expects findings in vain', async ({ sim }) => {
  const unread = { kind: 'unread-field', operation: 'templates.create' }
  sim.expectFindings(['stale-hash-id', unread, 'secret-in-url'])
  await sim.fetch('/api/v0/instances/?api_key=k', { headers: { Authorization: 'Bearer renter-key' } })
  expect.fail('three')
})

test('rents what has ended', async ({ sim }) => {
  await sim.clock.freeze('2060-01-01T00:00:00Z')
  const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
  const body = JSON.stringify({ image: 'x', disk: 10 })
  await sim.fetch('/api/v0/asks/12345678/', { method: 'PUT', headers, body })
  expect.fail('four')
})
`

/** What was printed of each test that failed, by its title. */
let failures: ReadonlyMap<string, string>
let printed = ''
let code: number | null
beforeAll(async () => {
  const suites = {
    'failing.test.js': failing,
    'steering.test.js': steering,
    'plain.test.js': plain,
    'elsewhere.test.js': elsewhere,
    'waiting.test.js': waiting,
    'misspelt.test.js': misspelt,
    'misnamed.test.js': misnamed,
  }
  ;({ code, printed } = await runVitest(suites))
  const blocks = printed.split(/^ FAIL {2}\w+\.test\.js > /m).slice(1)
  failures = new Map(
    blocks.toReversed().map((block) => {
      const [title = '', ...lines] = block.split('\n')
      return [title, lines.join('\n')]
    }),
  )
})

/** The lines that the simulator adds to an error. */
const account = (title: string): readonly string[] =>
  /\n\n(rental-sim, sandbox [\s\S]*?)\n(?: ❯|\n)/.exec(failures.get(title) ?? '')?.[1]?.split('\n') ?? []

const STANDS = 'clock frozen at 2026-01-01T00:00:00.000Z:'
const FIRST = 'GET /api/v0/instances/'

describe('a test that fails prints beside its error', () => {
  test('held requests, until when, and what to do', () => {
    expect(failures.get('is held')).toContain('Error: Test timed out in 4000ms.')
    expect(account('is held')).toEqual([
      `rental-sim, sandbox test-1, ${STANDS}`,
      `  ${FIRST} is held by fault hanging until 2026-01-01T00:00:30.000Z; the clock stands at 2026-01-01T00:00:00.000Z: advance it with await sim.clock.advance(30)`,
    ])
    expect(account('is held for good')).toEqual([
      `rental-sim, sandbox test-2, ${STANDS}`,
      `  ${FIRST} is held by fault silent until the fault is taken away`,
    ])
    expect(account('is held while the clock runs')).toEqual([
      expect.stringMatching(/^rental-sim, sandbox test-3, clock real at 20.*Z:$/),
      expect.stringMatching(/ is held by fault hanging until 20\S*Z; the clock runs, at 20\S*Z$/),
    ])
  })

  test('the last exchanges with their hints, and the findings', () => {
    const lines = account('sleeps between two refusals')
    expect(lines.slice(0, 3)).toEqual([
      `rental-sim, sandbox test-4, ${STANDS}`,
      `  exchange 3, ${FIRST} answered 429, assumed`,
      '    the next request is accepted at 2026-01-01T00:00:02.000Z; the clock stands at 2026-01-01T00:00:00.000Z: advance it by 2 s with await sim.clock.advance(2)',
    ])
    expect(lines.filter((line) => line.startsWith('  exchange'))).toHaveLength(5)
    expect(lines.find((line) => /^ {2}retry-inside-window, \d x: /.test(line))).toBeDefined()
  })

  test('the next happenings, where the clock stands', () => {
    const stands = 'the clock stands at 2026-01-01T00:00:00.000Z: advance it with await sim.clock.advance'
    expect(account('waits for a boot').filter((line) => / instance \d+ /.test(line))).toEqual([
      `  instance 32 loads at 2026-01-01T00:00:45.000Z; ${stands}(45)`,
      `  instance 32 runs at 2026-01-01T00:01:30.000Z; ${stands}(90)`,
    ])
    expect(account('waits for the end of an outage')).toContain(
      `  fault outage ends at 2026-01-01T00:00:20.000Z; ${stands}(20)`,
    )
    expect(account('waits for a boot while the clock runs').join()).not.toMatch(/ runs at |stands/)
  })

  test('the keys to write, after a wrong one', () => {
    const keys =
      '  write one of these keys: renter-key (renter), no-user-read-key (renter), host-key (host), host-readonly-key (host)'
    expect(account('has a wrong key')).toContain(keys)
    expect(account('waits for a boot')).not.toContain(keys)
  })

  test('that nothing was asked, once', () => {
    expect(printed.split(`sandbox test-5, ${STANDS}\n  it was asked nothing`)).toHaveLength(2)
    expect(printed).toContain(
      `rental-sim, sandbox test-5, ${STANDS}\n  it was asked nothing: give your client fetch: sim.fetch, or the base URL simUrl\n`,
    )
  })
})

describe('a test without a request to its sandbox', () => {
  test('gets the requests to default instead', () => {
    expect(account('drops the path of its base URL').slice(1)).toEqual([
      '  this sandbox was asked nothing; default was asked 2 requests meanwhile: does your client drop the path of its base URL?',
      '    Append the path to the base URL as text, or send the header X-Sim-Sandbox: test-1',
    ])
    expect(account('asks nothing, after another one asked default').slice(1)).toEqual([
      '  it was asked nothing: give your client fetch: sim.fetch, or the base URL simUrl',
    ])
  })

  test.each(['names no scenario', 'gives a parameter of another type'])(
    'because a function of the simulator refused is shown the line of the test alone: %s',
    (title) => {
      expect(account(title)).toHaveLength(1)
      expect(failures.get(title)).toMatch(/ ❯ elsewhere\.test\.js:\d+:\d+\n[^❯]*sim\.scenario/)
    },
  )
})

test.each([
  ['misspells an option', 'RangeError: simulatorOptions: clok: unknown key "clok"; did you mean "clock"?'],
  ['its own > misnames a scenario', 'DocumentError: sandboxOptions: there is no scenario named "slow-boots"; '],
])(
  'options that are wrong are said to be those of their fixture, without lines of the package: %s',
  (title, message) => {
    expect(failures.get(title)).toContain(message)
    expect(failures.get(title)).not.toMatch(/vitest\.js:\d/)
  },
)

test('a hint at a call has it as a test writes it', () => {
  expect(account('rents what has ended').join()).toMatch(/ send sim\.reset\(\{"clock": "20[^"]+"\}\)/)
})

test('findings that were expected and never came are named, those that came are not', () => {
  expect(account('expects findings in vain').slice(-2)).toEqual([
    '  stale-hash-id was expected, and never came',
    '  unread-field of templates.create was expected, and never came',
  ])
  expect(account('expects findings in vain').join()).not.toContain('secret-in-url')
})

test('findings that rest on time say that the clock stands, where it does', () => {
  const STANDS_STILL = 'this clock stands; `sim.clock.run()` lets it follow fake timers'
  const asserted = failures.get('polls by fake timers')?.split('rental-sim, sandbox')
  expect(asserted?.map((part) => part.includes(STANDS_STILL))).toEqual([true, true])
  expect(account('polls by the clock').join()).toContain('secret-in-url')
  expect(account('polls by the clock').join()).not.toContain(STANDS_STILL)
})

test('a test that passes, or fails as expected, prints nothing', () => {
  expect(printed).toContain('failing.test.js (7 tests | 5 failed)')
  // Of six tests in elsewhere.test.js the last has that number.
  expect(printed.split('sandbox test-6, ')).toHaveLength(2)
  expect(printed).not.toContain('sandbox test-7, ')
})

test('the project sees which tests fail, and why', () => {
  expect({ code, totals: /^ +Tests +(.*)/m.exec(printed)?.[1] }, printed).toEqual({
    code: 1,
    totals: '21 failed | 3 passed | 1 expected fail (25)',
  })
  expect(printed).toContain('steering.test.js (3 tests | 2 failed)')
  expect(failures.get('expects another request')).toContain(
    [
      'Error: expected {"gte":1} of {"operation":"instances.list","user_id":1002}; there were 0',
      'nearest that did not match:',
      '  exchange 1, GET /api/v0/instances/',
      '    user_id: expected 1002, got 1001',
    ].join('\n'),
  )
  expect(failures.get('sends a secret in the URL')).toMatch(
    /the client should not have done this:\n {2}secret-in-url, 1 x: /,
  )
})

test('the clock of a project that says nothing of it runs', () => {
  expect(printed).toContain('✓ plain.test.js (1 test)')
})
