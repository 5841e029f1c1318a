import { unlistedBounds } from '../support/unlisted-bounds.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MAX_JOURNAL_BYTES } from '../../src/sandbox/world-config.ts'
import { serveCommand } from '../../src/cli/serve.ts'
import { MAX_CONTROL_BODY_BYTES, MAX_STATE_BYTES } from '../../src/control/app.ts'
import { MAX_ROWS } from '../../src/testing/fixtures/document.ts'
import { MAX_YAML_CHARACTERS } from '../../src/testing/fixtures/source.ts'
import { MAX_OF_A_KIND } from '../../src/testing/findings/finding.ts'
import { MAX_BODY_BYTES } from '../../src/sandbox/read-body.ts'
import { MAX_REQUEST_VALUES } from '../../src/kernel/json-size.ts'
import { STALLED_SECONDS } from '../../src/node/answers-under-way.ts'
import { HEADERS_SECONDS, KEEP_ALIVE_SECONDS, MAX_CONNECTIONS, MAX_HEAD_BYTES } from '../../src/node/listen.ts'
import { MAX_FILE_BYTES } from '../../src/node/files/library.ts'
import { MAX_BACKLOG_BYTES } from '../../src/node/processes/log-output.ts'
import { defaults } from '../../src/sandbox/options.ts'
import { rules } from '../../src/marketplace/routes.ts'
import { MAX_REPLACED_BYTES } from '../../src/sandbox/replaced-rows.ts'
import { MAX_ROW_BYTES } from '../../src/sandbox/sandbox.ts'
import { MAX_UNACCEPTED_SANDBOXES } from '../../src/sandbox/sandboxes.ts'
import { MAX_FAULTS, MAX_STUBS } from '../../src/control/faults.ts'
import { MAX_GENERATED_BY_CALL } from '../../src/control/server-start.ts'
import { MAX_SNAPSHOTS } from '../../src/control/snapshots.ts'

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
  'body of a request without a known key': { none: 0 },
  'bytes of the head of a request': { MAX_HEAD_BYTES },
  'body of a client’s request': { MAX_BODY_BYTES },
  'values in a JSON body': { MAX_REQUEST_VALUES },
  'body of a control call': { MAX_CONTROL_BODY_BYTES },
  'body of `PUT /_sim/state`': { MAX_STATE_BYTES },
  'connections that are open at once': { MAX_CONNECTIONS },
  'seconds between two requests of a connection': { KEEP_ALIVE_SECONDS },
  'seconds until the headers of a request are there': { HEADERS_SECONDS },
  'seconds for which a client takes nothing of its answer': { STALLED_SECONDS },
  'snapshots of a sandbox': { MAX_SNAPSHOTS },
  'faults that calls add to a sandbox': { MAX_FAULTS },
  'stubs that calls add to a sandbox': { MAX_STUBS },
  'rows of a fixture, written and generated': { MAX_ROWS },
  'rows that a document of a control call has generated': { MAX_GENERATED_BY_CALL },
  'bytes of a file': { MAX_FILE_BYTES },
  'characters of a fixture or scenario file in YAML': { MAX_YAML_CHARACTERS },
  'different findings of one kind': { MAX_OF_A_KIND },
  'lines of the log that wait to be read': { MAX_BACKLOG_BYTES },
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
