import { instantMs, standsAt } from '../kernel/clock.ts'
import { z } from 'zod'
import { publishedKeys } from '../testing/fixtures/keys.ts'
import { catalogue } from '../marketplace/catalogue.ts'
import { printable } from '../kernel/printable.ts'
import type { Finding, SimulatedSandbox, Verified } from './types.ts'

const MAX_TOLD_EXCHANGES = 5
const MAX_TOLD_DUE = 3

const secondsBetween = (from: string, to: string): number => (instantMs(to) - instantMs(from)) / 1000

interface FailedTest {
  /** The name of its error. */
  readonly error: string
  /** How many requests the sandbox `default` was asked since the test began. */
  readonly askedOfDefault: number
}

/** What a sandbox holds, answered last and found, for a test that failed. */
export function accountOf(sandbox: SimulatedSandbox, test: FailedTest): string {
  const { name, clock, faults, journal, expectFindings } = sandbox
  const time = (until: string): string =>
    clock.mode === 'frozen'
      ? `${standsAt(clock.now)}: advance it with await sim.clock.advance(${secondsBetween(clock.now, until)})`
      : `the clock runs, at ${clock.now}`
  const due =
    clock.mode === 'real'
      ? []
      : clock.due.slice(0, MAX_TOLD_DUE).map(({ at, text }) => `  ${printable(text)} at ${at}; ${time(at)}`)
  const held = faults
    .held()
    .map(
      ({ method, path, fault, until }) =>
        `  ${method} ${printable(path)} is held by fault ${fault} until ${until === null ? 'the fault is taken away' : `${until}; ${time(until)}`}`,
    )
  const last = journal.list({ limit: MAX_TOLD_EXCHANGES })
  const keys = last.some(({ rules }) => rules.includes(catalogue['authentication.key-unknown'].id))
    ? keysIn(sandbox)
    : []
  const exchanges = last.map(({ id, request: { method, path }, response: { status }, basis, hint, fault }) =>
    [
      exchangeText({ exchange: id, method, path, status, basis, fault: fault?.name }),
      ...(hint === null ? [] : [`    ${printable(asCode(hint))}`]),
    ].join('\n'),
  )
  const asked = [...held, ...exchanges, ...keys]
  return [
    `rental-sim, sandbox ${name}, clock ${clock.mode} at ${clock.now}:`,
    ...(asked.length > 0 ? [...asked, ...due] : whyNothing(name, test)),
    ...unexpectedLines(sandbox),
    ...expectFindings()
      .filter(({ times }) => times === 0)
      .map(
        ({ kind, operation }) =>
          `  ${kind}${operation === undefined ? '' : ` of ${operation}`} was expected, and never came`,
      ),
  ].join('\n')
}

/** A hint with calls of the control API as a test in code writes them. */
const asCode = (hint: string): string =>
  hint
    .replace(/POST \/_sim\/clock\/advance \{"seconds": (\S+)\}/, 'await sim.clock.advance($1)')
    .replace(/POST \/_sim\/reset (\{.*\})/, 'sim.reset($1)')

const exported = z.object({
  users: z.array(z.object({ name: z.string(), api_keys: z.array(z.object({ key_sha256: z.string() })) })),
})

/** The keys to write: those that the package publishes, because the journal names none. */
function keysIn({ exportState }: SimulatedSandbox): readonly string[] {
  const known = publishedKeys(exported.parse(exportState()).users)
  return known.length === 0
    ? []
    : [`  write one of these keys: ${known.map(({ key, user }) => `${key} (${printable(user.name)})`).join(', ')}`]
}

/** Errors of the simulator's own functions: the test ended before its client could ask. */
const REFUSALS: ReadonlySet<string> = new Set(['SteeringError', 'DocumentError', 'RangeError'])

function whyNothing(name: string, { error, askedOfDefault: count }: FailedTest): readonly string[] {
  if (REFUSALS.has(error)) return []
  if (count <= 0) return ['  it was asked nothing: give your client fetch: sim.fetch, or the base URL simUrl']
  return [
    `  this sandbox was asked nothing; default was asked ${count} request${count === 1 ? '' : 's'} meanwhile: does your client drop the path of its base URL?`,
    `    Append the path to the base URL as text, or send the header X-Sim-Sandbox: ${name}`,
  ]
}

const OF_TIME: ReadonlySet<string> = new Set(['retry-inside-window', 'polling-faster-than-threshold'])

/** What the client should not have done, with a word about a clock that stands where it rests on time. */
export function unexpectedLines({ clock, findings }: SimulatedSandbox): readonly string[] {
  const found = unexpected(findings())
  const stands = clock.mode === 'frozen' && found.some(({ kind }) => OF_TIME.has(kind))
  return [
    ...found.map(findingText),
    ...(stands ? ['  this clock stands; `sim.clock.run()` lets it follow fake timers'] : []),
  ]
}

const unexpected = (found: readonly Finding[]): readonly Finding[] => found.filter(({ expected }) => expected !== true)

/** `  exchange 2, GET /api/v0/instances/ answered 429, injected (fault too-often)` */
export const exchangeText = ({ exchange, method, path, status, basis, fault }: Verified['matches'][number]): string =>
  `  exchange ${exchange}, ${method} ${printable(path)} answered ${status || 'nothing'}, ${basis}${fault === undefined ? '' : ` (fault ${fault})`}`

/** What a client did, how often, and what to do instead. */
export const findingText = ({ kind, text, times, advice }: Finding): string =>
  `  ${kind}, ${times} x: ${printable(text)}\n    ${printable(advice)}`
