import { isSecretName } from '../testing/journal/secret-names.ts'
import { type Collection, collections, declarations } from '../marketplace/collections.ts'
import { namedIds, references } from '../marketplace/references.ts'
import { marketplace } from '../marketplace/users/collections.ts'
import { ordered } from '../testing/fixtures/export.ts'
import { readFixture } from '../testing/fixtures/read.ts'
import { inlineSource } from '../testing/fixtures/source.ts'
import type { CapturedAnswer, CapturedRow } from './answer-kinds.ts'
import { callerOf, EXAMPLE_KEY } from './caller.ts'
import { shownAtMs } from './instance-fields.ts'
import { ImportNotes } from './notes.ts'
import type { Candidate, Conversion } from './conversion.ts'
import { idOf, rowsFrom, unknownFields } from './rows-from.ts'
import type { SecretCleaner } from './secrets.ts'
import { validRow } from './valid-row.ts'

/** Rows by collection and id. */
type Made = Map<Collection, Map<unknown, CapturedRow>>

export interface Imported {
  readonly document: object
  readonly callerId: number
  /** Unix milliseconds at which the rows were as they are, where it is known. */
  readonly atMs: number | undefined
  readonly notes: ImportNotes
}

interface Seen {
  readonly row: CapturedRow
  readonly atMs: number | undefined
}

/**
 * A fixture with the rows of answers; of a row that several show, the last one counts.
 * @throws DocumentError when there are too many rows
 */
export function importAnswers(answers: readonly CapturedAnswer[], secrets: SecretCleaner): Imported {
  const notes = new ImportNotes()
  const seen = latest(answers)
  const callerId = callerOf(answers)
  const instants = [...seen].flatMap(([name, rows]) =>
    [...rows.values()].map(({ row, atMs }) => (name === 'instances' ? (shownAtMs(row) ?? atMs) : atMs) ?? 0),
  )
  const atMs = instants.reduce((last, each) => Math.max(last, each), 0)
  const taken = new Map([...seen].map(([name, rows]) => [name, new Set<unknown>(rows.keys())]))
  const freeId: Conversion['freeId'] = (collection, wanted) => {
    const ids = taken.get(collection) ?? new Set()
    taken.set(collection, ids)
    let id = wanted
    while (Number.isSafeInteger(id) && ids.has(id)) id = Number(id) + 1
    ids.add(id)
    return id
  }
  const made: Made = new Map()
  for (const [collection, rows] of seen) {
    for (const [id, { row, atMs }] of rows) {
      const found = (field: string) => notes.secret(collection, field, id)
      const refused = (field: string, reason: string) => notes.refused(collection, field, reason, id)
      const candidates = rowsFrom(collection, row, { callerId, atMs, freeId, secrets, found, refused })
      noteOthers(notes, collection, row, candidates)
      for (const each of candidates) put(made, each, secrets, found, refused)
    }
  }
  addUsers(made, callerId)
  dropRepeated(made, notes)
  dropDangling(made, notes)
  const document = { ...(atMs > 0 && { epoch: atMs / 1000 }), ...documentOf(made) }
  readFixture([inlineSource(document)])
  return { document, callerId, atMs: atMs > 0 ? atMs : undefined, notes }
}

function latest(answers: readonly CapturedAnswer[]): ReadonlyMap<Collection, ReadonlyMap<unknown, Seen>> {
  const seen = new Map<Collection, Map<unknown, Seen>>()
  for (const { collection, rows, atMs } of answers) {
    const known = seen.get(collection) ?? new Map<unknown, Seen>()
    seen.set(collection, known)
    // A row without an id is refused later, under a key of its own.
    for (const row of rows) known.set(idOf(collection, row) ?? row, { row, atMs })
  }
  return seen
}

function noteOthers(notes: ImportNotes, collection: Collection, row: CapturedRow, made: readonly Candidate[]): void {
  notes.unknown(collection, unknownFields(collection, row, made))
  for (const [name, value] of Object.entries(row)) {
    const isKept = made.some((each) => Object.hasOwn(each.row, name))
    if (isSecretName(name) && !isKept && value !== '' && value !== null)
      notes.secret(collection, name, idOf(collection, row))
  }
}

/** Adds a row without secrets and without the values that its schema refuses. */
function put(
  made: Made,
  { collection, row: { env, ...row } }: Candidate,
  secrets: SecretCleaner,
  found: (name: string) => void,
  refused: (field: string, reason: string) => void,
): void {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  const clean = given.map(([name, value]): [string, unknown] => [name, secrets.clean(name, value, found)])
  const checked = validRow(collection, Object.fromEntries(env === undefined ? clean : [...clean, ['env', env]]))
  for (const { path, message } of checked.problems) refused(path.join('.'), message)
  if (checked.row === undefined) refused('', `is not a row of ${collection}`)
  else made.set(collection, (made.get(collection) ?? new Map()).set(checked.row['id'], checked.row))
}

/** Takes out the values that an earlier row has, where a field has no value twice. */
function dropRepeated(made: Made, notes: ImportNotes): void {
  for (const [collection, rows] of made) {
    for (const field of declarations[collection].unique ?? []) {
      const seen = new Set<unknown>()
      for (const [id, row] of rows) {
        const { [field]: value, ...rest } = row
        if (value === undefined) continue
        if (seen.has(value)) {
          notes.refused(collection, field, 'is that of another row', id)
          rows.set(id, rest)
        }
        seen.add(value)
      }
    }
  }
}

/** Adds the users that rows name, and the caller, who alone has a key. */
function addUsers(made: Made, callerId: number): void {
  const captured = made.get('users')
  const caller = { name: 'me', ...captured?.get(callerId), id: callerId, api_keys: [{ key: EXAMPLE_KEY }] }
  const users = new Map<unknown, CapturedRow>([[callerId, caller], ...(captured ?? []), [callerId, caller]])
  for (const reference of references.filter(({ to }) => to === 'users')) {
    for (const row of made.get(reference.from)?.values() ?? []) {
      const id = row[reference.field]
      const user = { id, name: id === marketplace.id ? marketplace.name : `user-${String(id)}` }
      if (!users.has(id) && validRow('users', user).row !== undefined) users.set(id, user)
    }
  }
  made.set('users', users)
}

const documentOf = (made: Made): object =>
  Object.fromEntries(
    collections.flatMap((name) => {
      const rows = [...(made.get(name)?.values() ?? [])]
      return rows.length === 0 ? [] : [[name, ordered(declarations[name].row, rows)]]
    }),
  )

/** Takes out the fields that name a row which is not there, and rows that cannot do without such a field. */
function dropDangling(made: Made, notes: ImportNotes): void {
  for (const reference of references.filter(({ mayDangle }) => mayDangle !== true)) {
    const { from, to, field } = reference
    const rows = made.get(from)
    for (const [id, row] of rows ?? []) {
      const missing = namedIds(reference, { ...row, id: Number(id) }).find((each) => made.get(to)?.has(each) !== true)
      if (missing === undefined) continue
      notes.refused(from, field, `there is no ${missing} in ${to}`, id)
      const { [field]: _, ...rest } = row
      const checked = validRow(from, rest)
      if (checked.problems.length === 0) rows?.set(id, rest)
      else {
        rows?.delete(id)
        notes.refused(from, '', `is not a row of ${from}`, id)
      }
    }
  }
}
