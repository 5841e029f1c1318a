import { beforeAll, describe, expect, test, vi } from 'vitest'
import { runVitest } from '../support/run-vitest.ts'

vi.setConfig({ hookTimeout: 60_000 })

const suite = `import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'

test.override('simulatorOptions', { clock: 'frozen' })

const list = (sim, key = 'renter-key') =>
  sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer ' + key } })
const never = () => new Promise(() => undefined)

test('is held', { timeout: 1000 }, async ({ sim }) => {
  sim.scenario('hanging-request')
  await list(sim)
})

test('is held for good', { timeout: 1000 }, async ({ sim }) => {
  sim.faults.add({ name: 'silent', effect: { hang: true } })
  await list(sim)
})

test('is held while the clock runs', { timeout: 1000 }, async ({ sim }) => {
  sim.scenario('hanging-request', {}, { clock: 'real' })
  await list(sim)
})

test('sleeps between two refusals', { timeout: 1000 }, async ({ sim }) => {
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

/** What was printed of each test that failed, by its title. */
let failures: ReadonlyMap<string, string>
let printed = ''
beforeAll(async () => {
  ;({ printed } = await runVitest(suite))
  const blocks = printed.split(/^ FAIL {2}mine\.test\.js > /m).slice(1)
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
  test('what is held, until when, and what to do', () => {
    expect(failures.get('is held')).toContain('Error: Test timed out in 1000ms.')
    expect(account('is held')).toEqual([
      `rental-sim, sandbox test-1, ${STANDS}`,
      `  ${FIRST} is held by fault hanging until 2026-01-01T00:00:30.000Z; the clock stands at 2026-01-01T00:00:00.000Z: advance it`,
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
      "    the next request is accepted in 2 s of the sandbox's clock",
    ])
    expect(lines.filter((line) => line.startsWith('  exchange'))).toHaveLength(5)
    expect(lines.find((line) => /^ {2}retry-inside-window, \d x: /.test(line))).toBeDefined()
  })

  test('that nothing was asked, once', () => {
    expect(printed.split('sandbox test-5, ')).toHaveLength(2)
    expect(printed).toContain(`rental-sim, sandbox test-5, ${STANDS}\n  it was asked nothing\n`)
  })
})

test('a test that passes, or fails as expected, prints nothing', () => {
  expect(printed).toContain('5 failed | 1 passed | 1 expected fail (7)')
  expect(printed).not.toMatch(/sandbox test-[67]/)
})
