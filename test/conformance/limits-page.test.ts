import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MAX_JOURNAL_BYTES } from '../../src/bare-start.ts'
import { serveCommand } from '../../src/cli/serve.ts'
import { MAX_CONTROL_BODY_BYTES, MAX_STATE_BYTES } from '../../src/control/read.ts'
import { MAX_FORM_BYTES } from '../../src/dashboard/form.ts'
import { MAX_NEAR_MISSES } from '../../src/harness/faults/faults.ts'
import { MAX_FAULT_HEADER_BYTES } from '../../src/harness/faults/schema.ts'
import { MAX_ROWS } from '../../src/harness/fixtures/document.ts'
import { MAX_FIXTURES } from '../../src/harness/fixtures/names.ts'
import { MAX_WRONG_ROWS } from '../../src/harness/fixtures/part.ts'
import { MAX_ALIASES_IN_ALL, MAX_CHARACTERS, MAX_YAML_CHARACTERS } from '../../src/harness/fixtures/source.ts'
import { MAX_CRITERIA, MAX_PATTERN } from '../../src/harness/match-schema.ts'
import { MAX_TIMELINE, MAX_TYING } from '../../src/harness/scenarios/document.ts'
import { MAX_FILLED_CHARACTERS } from '../../src/harness/scenarios/params.ts'
import { MAX_VERIFY_STEPS } from '../../src/harness/verify.ts'
import { MAX_FAULT_STEPS } from '../../src/http/exchange.ts'
import { MAX_BODY_BYTES } from '../../src/http/read-body.ts'
import { MAX_URL_WORDS } from '../../src/http/url-keys.ts'
import { MAX_SEED } from '../../src/kernel/invention.ts'
import { MAX_DEPTH, MAX_REQUEST_VALUES } from '../../src/kernel/json-size.ts'
import { defaults } from '../../src/options.ts'
import { rules } from '../../src/resources/registry.ts'
import { MAX_ROW_BYTES } from '../../src/sandbox.ts'
import { MAX_EVICTED_NAMES, MAX_UNACCEPTED_SANDBOXES } from '../../src/sandboxes.ts'
import { MAX_FAULTS } from '../../src/control/faults.ts'
import { MAX_GENERATED_BY_CALL } from '../../src/control/generated.ts'
import { MAX_SNAPSHOTS } from '../../src/control/snapshots.ts'

const bytes = { bytes: 1, KiB: 1024, MiB: 1024 * 1024 } as const

/** The bounds as the code has them: numbers of things, or of bytes where the page names a unit. */
const bounds: Readonly<Record<string, number>> = {
  'memory budget': defaults.memoryBudgetMib * bytes.MiB,
  'rows that clients add to a sandbox': MAX_ROW_BYTES,
  sandboxes: defaults.maxSandboxes,
  'sandboxes that saw refused requests only': MAX_UNACCEPTED_SANDBOXES,
  'names of evicted sandboxes': MAX_EVICTED_NAMES,
  'exchanges of a sandbox': defaults.journalSize,
  'exchanges of a sandbox, in bytes': MAX_JOURNAL_BYTES,
  'near misses of an exchange': MAX_NEAR_MISSES,
  'body of a request without a known key': 0,
  'body of a client’s request': MAX_BODY_BYTES,
  'values in a JSON body': MAX_REQUEST_VALUES,
  'levels of a JSON body': MAX_DEPTH,
  'words of a URL that are compared with keys': MAX_URL_WORDS,
  'body of a control call': MAX_CONTROL_BODY_BYTES,
  'body of `PUT /_sim/state`': MAX_STATE_BYTES,
  'form of the sign-in page': MAX_FORM_BYTES,
  'steps in which faults look at one request': MAX_FAULT_STEPS,
  'steps in which one call looks at the journal': MAX_VERIFY_STEPS,
  'snapshots of a sandbox': MAX_SNAPSHOTS,
  'faults that calls add to a sandbox': MAX_FAULTS,
  'headers of a fault': MAX_FAULT_HEADER_BYTES,
  'criteria of a match': MAX_CRITERIA,
  'characters of a glob or a path into a body': MAX_PATTERN,
  'characters of a seed': MAX_SEED,
  'fixtures that are put together': MAX_FIXTURES,
  'rows of a fixture, written and generated': MAX_ROWS,
  'rows that a document of a control call has generated': MAX_GENERATED_BY_CALL,
  'wrong rows of a collection that are listed': MAX_WRONG_ROWS,
  'entries of a timeline': MAX_TIMELINE,
  'entries of a timeline that tie rows to others': MAX_TYING,
  'characters of a document’s texts with its parameters filled in': MAX_FILLED_CHARACTERS,
  'characters of a fixture or scenario file in YAML': MAX_YAML_CHARACTERS,
  'characters of a fixture or scenario file in JSON': MAX_CHARACTERS,
  'aliases of a YAML file': MAX_ALIASES_IN_ALL,
}

interface Line {
  readonly name: string
  readonly value: number
  readonly option: string
  readonly outcome: string
}

const page = readFileSync(fileURLToPath(new URL('../../docs/limits.md', import.meta.url)), 'utf8')

const lines: readonly Line[] = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Bound|-)/.test(line))
  .map((line) => {
    const [name = '', value = '', option = '', outcome = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim().replace("'s ", '’s '))
    const [, amount, unit] = /^(\d+)(?: (bytes|KiB|MiB))?(?:,|$)/.exec(value) ?? []
    return { name, value: Number(amount) * bytes[(unit ?? 'bytes') as keyof typeof bytes], option, outcome }
  })

test('the page lists every bound, with the number that the code has', () => {
  expect(Object.fromEntries(lines.map(({ name, value }) => [name, value]))).toEqual(bounds)
})

test('each says what happens at it, in codes and rules that there are', () => {
  const ids = new Set(rules.map(({ id }) => id))
  expect(lines.filter(({ outcome }) => outcome === '')).toEqual([])
  const named = lines.flatMap(({ outcome }) => [...outcome.matchAll(/rule `([^`]+)`/g)].map(([, rule = '']) => rule))
  expect(named).toEqual(['service.sandbox-full', 'request.too-large'])
  expect(named.filter((rule) => !ids.has(rule))).toEqual([])
})

test('each option is one of the command, with that default', () => {
  const options = new Map(serveCommand().options.map(({ long, defaultValue }) => [long, defaultValue as unknown]))
  const named = lines.filter(({ option }) => option !== '')
  expect(named.map(({ option }) => option.replaceAll('`', ''))).toEqual([
    '--memory-budget',
    '--max-sandboxes',
    '--journal-size',
  ])
  for (const { name, option, value } of named) {
    const isMib = name === 'memory budget'
    expect(options.get(option.replaceAll('`', '')), name).toBe(isMib ? value / bytes.MiB : value)
  }
})
