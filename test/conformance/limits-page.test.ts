import { unlistedBounds } from '../support/unlisted-bounds.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MAX_JOURNAL_BYTES } from '../../src/sandbox/world-config.ts'
import { serveCommand, STOP_GRACE_MS } from '../../src/cli/serve.ts'
import { MAX_CONTROL_BODY_BYTES, MAX_STATE_BYTES } from '../../src/control/read.ts'
import { MAX_EXPECTED } from '../../src/testing/findings/expected-findings.ts'
import { MAX_FAULT_HEADER_BYTES } from '../../src/testing/faults/schema.ts'
import { MAX_STEPS, MAX_STEPS_CHARACTERS } from '../../src/testing/faults/rewrite-steps.ts'
import { MAX_ROWS } from '../../src/testing/fixtures/document.ts'
import { MAX_FIXTURES } from '../../src/testing/fixtures/document-store.ts'
import { MAX_CHARACTERS, MAX_YAML_CHARACTERS } from '../../src/testing/fixtures/source.ts'
import { MAX_OF_A_KIND } from '../../src/testing/findings/finding.ts'
import { MAX_PATTERN } from '../../src/testing/journal/match-schema.ts'
import { MAX_PATH } from '../../src/testing/journal/match.ts'
import { MAX_CLIENTS } from '../../src/testing/findings/polling.ts'
import { SHORT_SECRET } from '../../src/testing/journal/redact.ts'
import { MAX_TIMELINE, MAX_TYING } from '../../src/testing/scenarios/document.ts'
import { MAX_FILLED_CHARACTERS } from '../../src/testing/scenarios/params.ts'
import { MAX_TIMELINE_SECONDS } from '../../src/testing/scenarios/timeline-entry.ts'
import { MAX_SECRET_NAME } from '../../src/testing/journal/secret-names.ts'
import { MAX_FAULT_TOTALS } from '../../src/testing/findings/run-totals.ts'
import { MAX_FACT_CHARACTERS } from '../../src/sweep/fact.ts'
import { MAX_VERIFY_STEPS } from '../../src/testing/journal/verify.ts'
import { MAX_FAULT_STEPS } from '../../src/server/recorded-request.ts'
import { MAX_BODY_BYTES, MAX_DISCARDED_BYTES } from '../../src/sandbox/read-body.ts'
import { MAX_KEY_PARTS, MAX_URL_KEYS, MAX_URL_WORDS } from '../../src/server/url-keys.ts'
import { MAX_UNIX_SECONDS } from '../../src/kernel/clock.ts'
import { MAX_SEED } from '../../src/kernel/invention.ts'
import { MAX_DEPTH, MAX_DOCUMENT_DEPTH, MAX_REQUEST_VALUES } from '../../src/kernel/json-size.ts'
import { MAX_WAITING_BYTES, STALLED_SECONDS } from '../../src/node/answers-under-way.ts'
import {
  HEADERS_SECONDS,
  KEEP_ALIVE_SECONDS,
  MAX_CONNECTIONS,
  MAX_HEAD_BYTES,
  REQUEST_SECONDS,
} from '../../src/node/listen.ts'
import { MAX_CAPTURE_BYTES, MAX_FILE_BYTES } from '../../src/node/files/library.ts'
import { MAX_BACKLOG_BYTES } from '../../src/node/processes/log-output.ts'
import { defaults } from '../../src/sandbox/options.ts'
import { rules } from '../../src/marketplace/routes.ts'
import { MAX_PRICE } from '../../src/marketplace/operation/units.ts'
import { templateLimits } from '../../src/marketplace/templates/schema.ts'
import { MAX_RETIRED_HASH_IDS } from '../../src/marketplace/templates/template.ts'
import { MAX_SEARCH } from '../../src/testing/journal/filter.ts'
import { MAX_REPLACED_BYTES } from '../../src/sandbox/replaced-rows.ts'
import { MAX_ROW_BYTES } from '../../src/sandbox/sandbox.ts'
import { MAX_UNACCEPTED_SANDBOXES } from '../../src/sandbox/sandboxes.ts'
import { MAX_FAULTS } from '../../src/control/faults.ts'
import { MAX_GENERATED_BY_CALL } from '../../src/control/generated.ts'
import { MAX_EDITED_ROWS } from '../../src/control/rows.ts'
import { MAX_SNAPSHOTS } from '../../src/control/snapshots.ts'
import { MAX_STUBS } from '../../src/control/stubs.ts'

const bytes = { bytes: 1, KiB: 1024, MiB: 1024 * 1024 } as const

/** The bounds as the code has them: numbers of things, or of bytes where the page names a unit. */
const bounds: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'memory budget': { memoryBudgetMib: defaults.memoryBudgetMib * bytes.MiB },
  'rows that clients add to a sandbox': { MAX_ROW_BYTES },
  sandboxes: { maxSandboxes: defaults.maxSandboxes },
  'sandboxes that saw refused requests only': { MAX_UNACCEPTED_SANDBOXES },
  'exchanges of a sandbox': { journalSize: defaults.journalSize },
  'exchanges of a sandbox, in bytes': { MAX_JOURNAL_BYTES },
  'rows that control calls and timelines replaced, kept for forks': { MAX_REPLACED_BYTES },
  'characters of a text that is searched for': { MAX_SEARCH },
  'body of a request without a known key': { none: 0 },
  'characters of a body in a sweep': { MAX_FACT_CHARACTERS },
  'bytes of the head of a request': { MAX_HEAD_BYTES },
  'body of a client’s request': { MAX_BODY_BYTES },
  'rest of a body that is read after its refusal': { MAX_DISCARDED_BYTES },
  'values in a JSON body': { MAX_REQUEST_VALUES },
  'levels of a JSON body': { MAX_DEPTH },
  'levels of a control call’s body, and of a document': { MAX_DOCUMENT_DEPTH },
  'characters of an image': { image: templateLimits.image },
  'characters of an env, alone or merged with that of a template': { env: templateLimits.env },
  'GB of a disk': { disk: templateLimits.disk },
  '$ of a price': { MAX_PRICE },
  'retired `hash_id`s that a template remembers': { MAX_RETIRED_HASH_IDS },
  'words of a URL that are compared with keys': { MAX_URL_WORDS },
  'keys in a URL that are hidden one by one': { MAX_URL_KEYS },
  'parts of a key in a URL, joined by signs such as `-` and `.`': { MAX_KEY_PARTS },
  'characters from which a secret is hidden within words': { SHORT_SECRET },
  'characters of a name that may be that of a secret': { MAX_SECRET_NAME },
  'body of a control call': { MAX_CONTROL_BODY_BYTES },
  'body of `PUT /_sim/state`': { MAX_STATE_BYTES },
  'rows that `PATCH /_sim/state` changes': { MAX_EDITED_ROWS },
  'steps in which faults, and then stubs, look at one request': { MAX_FAULT_STEPS },
  'steps in which one call looks at the journal': { MAX_VERIFY_STEPS },
  'characters of a path that a glob looks at': { MAX_PATH },
  'connections that are open at once': { MAX_CONNECTIONS },
  'seconds between two requests of a connection': { KEEP_ALIVE_SECONDS },
  'seconds until the headers of a request are there': { HEADERS_SECONDS },
  'seconds until a request is there': { REQUEST_SECONDS },
  'bytes of answers that wait for clients to take them': { MAX_WAITING_BYTES },
  'seconds for which a client takes nothing of its answer': { STALLED_SECONDS },
  'milliseconds for responses under way when the server must stop': { STOP_GRACE_MS },
  'snapshots of a sandbox': { MAX_SNAPSHOTS },
  'faults that calls add to a sandbox': { MAX_FAULTS },
  'stubs that calls add to a sandbox': { MAX_STUBS },
  'steps of an effect that changes an answer or a request': { MAX_STEPS },
  'characters of all these steps as JSON': { MAX_STEPS_CHARACTERS },
  'findings that a test expects': { MAX_EXPECTED },
  'instant of a clock, in Unix seconds': { MAX_UNIX_SECONDS },
  'headers of a fault or a stub': { MAX_FAULT_HEADER_BYTES },
  'characters of a glob or a path into a body': { MAX_PATTERN },
  'characters of a seed': { MAX_SEED },
  'fixtures that are put together': { MAX_FIXTURES },
  'rows of a fixture, written and generated': { MAX_ROWS },
  'rows that a document of a control call has generated': { MAX_GENERATED_BY_CALL },
  'entries of a timeline': { MAX_TIMELINE },
  'entries of a timeline that tie rows to others': { MAX_TYING },
  'seconds after which an entry of a timeline comes': { MAX_TIMELINE_SECONDS },
  'characters of a document’s texts with its parameters filled in': { MAX_FILLED_CHARACTERS },
  'bytes of a file': { MAX_FILE_BYTES },
  'bytes of a captured answer or a HAR file': { MAX_CAPTURE_BYTES },
  'characters of a fixture or scenario file in YAML': { MAX_YAML_CHARACTERS },
  'characters of a fixture or scenario file in JSON': { MAX_CHARACTERS },
  'different findings of one kind': { MAX_OF_A_KIND },
  'clients of an operation whose last request is remembered': { MAX_CLIENTS },
  'faults that must fire, in the totals of a run': { MAX_FAULT_TOTALS },
  'lines of the log that nobody has read yet': { MAX_BACKLOG_BYTES },
}

const page = readFileSync(fileURLToPath(new URL('../../docs/limits.md', import.meta.url)), 'utf8')

const lines = page
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
  const values = Object.entries(bounds).map(([name, constant]) => [name, Object.values(constant)[0]])
  expect(Object.fromEntries(lines.map(({ name, value }) => [name, value]))).toEqual(Object.fromEntries(values))
})

test('every bound of the code is on the page, or has a reason not to be', () => {
  const source = fileURLToPath(new URL('../../src/', import.meta.url))
  const declared = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join(source, file), 'utf8').matchAll(/\bconst (MAX_\w+) =/g)])
    .map(([, name = '']) => name)
  expect(declared.length).toBeGreaterThan(50)
  const listed = Object.values(bounds).flatMap((constant) => Object.keys(constant))
  const known = [...listed.filter((name) => name.startsWith('MAX_')), ...Object.values(unlistedBounds).flat()]
  // A name that two files declare would hide one of the two.
  expect(declared.toSorted()).toEqual(known.toSorted())
})

test('each says what happens at it, in codes and rules that there are', () => {
  expect(lines.filter(({ outcome }) => outcome === '')).toEqual([])
  const named = lines.flatMap(({ outcome }) => [...outcome.matchAll(/rule `([^`]+)`/g)].map(([, rule = '']) => rule))
  expect(named).toContain('service.sandbox-full')
  expect(named.filter((rule) => !rules.some(({ id }) => id === rule))).toEqual([])
})

const io = {
  env: {},
  stdin: () => new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  onStop: () => undefined,
  args: [],
  exitCode: 0,
}

test('each option is one of the command, with that default', () => {
  const options = new Map(serveCommand(io).options.map(({ long, defaultValue }) => [long, defaultValue as unknown]))
  const named = lines.filter(({ option }) => option !== '')
  expect(named.map(({ option }) => option.replaceAll('`', ''))).toEqual([
    '--memory-budget',
    '--max-sandboxes',
    '--journal-size',
    '--max-connections',
    '--keep-alive',
  ])
  for (const { name, option, value } of named) {
    const isMib = name === 'memory budget'
    expect(options.get(option.replaceAll('`', '')), name).toBe(isMib ? value / bytes.MiB : value)
  }
})
