import { isSecretName } from '../testing/journal/secret-names.ts'
import { isObject } from '../kernel/object.ts'
import { type Collection, collections, declarations, perCollection } from '../marketplace/collections.ts'
import { namedIds, references } from '../marketplace/references.ts'
import { marketplace } from '../marketplace/users/collections.ts'
import { ordered } from '../testing/fixtures/export.ts'
import { readFixture } from '../testing/fixtures/read.ts'
import { inlineSource } from '../testing/fixtures/source.ts'
import type { CapturedAnswer, CapturedRow } from './captured-answers.ts'
import { type Candidate, type Conversion, hasField, validRow } from './conversion.ts'
import { shownAtMs } from './instance-fields.ts'
import { ImportNotes } from './notes.ts'
import { idOf, isShown, rowsFrom } from './rows-from.ts'
import type { SecretCleaner } from './secrets.ts'

/** The key of the caller in an imported fixture. Keys of a capture are never taken over. */
export const EXAMPLE_KEY = 'renter-key'

/** What the caller is called where no row tells. */
const EXAMPLE_ID = 1001

type ByCollection<Row> = Record<Collection, Map<unknown, Row>>
/** The rows of the fixture by their ids. */
type Made = ByCollection<CapturedRow>

/**
 * A fixture with the rows of answers; of a row that several show, the last one counts.
 * @throws DocumentError when there are too many rows
 */
export function importAnswers(answers: readonly CapturedAnswer[], secrets: SecretCleaner) {
  const notes = new ImportNotes()
  const seen = latestRows(answers)
  const callerId = callerOf(answers)
  const taken = perCollection<Record<Collection, Set<unknown>>>((name) => new Set(seen[name].keys()))
  const freeId: Conversion['freeId'] = (collection, wanted) => {
    let id = wanted
    while (Number.isSafeInteger(id) && taken[collection].has(id)) id = Number(id) + 1
    taken[collection].add(id)
    return id
  }
  const made = perCollection<Made>(() => new Map())
  let atMs = 0
  for (const collection of collections) {
    for (const [id, { row, answeredAtMs }] of seen[collection]) {
      const found = (field: string) => notes.secret(collection, field, id)
      const refused = (field: string, reason: string) => notes.refused(collection, field, reason, id)
      const conversion = { callerId, atMs: answeredAtMs, freeId, secrets, found, refused }
      const candidates = rowsFrom(collection, row, conversion)
      noteOthers(notes, collection, row, candidates)
      for (const each of candidates) put(made, each, conversion)
      atMs = Math.max(
        atMs,
        (collection === 'instances' || collection === 'offers' ? shownAtMs(row) : undefined) ?? answeredAtMs ?? 0,
      )
    }
  }
  addTakenSpace(made)
  addUsers(made, callerId)
  dropRepeated(made, notes)
  dropDangling(made, notes)
  const rows = rowsOf(made)
  const document = { ...(atMs > 0 && { epoch: atMs / 1000 }), ...rows }
  readFixture([inlineSource(document)])
  return {
    document,
    /** The rows of the document, by collection. */
    rows,
    callerId,
    /** Unix milliseconds at which the rows were as they are, where it is known. */
    atMs: atMs > 0 ? atMs : undefined,
    notes,
  }
}

/** The last row of each id, with the time of its answer. */
function latestRows(answers: readonly CapturedAnswer[]) {
  type Seen = { readonly row: CapturedRow; readonly answeredAtMs: number | undefined }
  const seen = perCollection<ByCollection<Seen>>(() => new Map())
  for (const { collection, rows, atMs: answeredAtMs } of answers) {
    // A row without an id is refused later, under a key of its own.
    for (const row of rows) seen[collection].set(idOf(collection, row) ?? row, { row, answeredAtMs })
  }
  return seen
}

/** Notes the fields of a captured row that no row of the fixture has. */
function noteOthers(notes: ImportNotes, collection: Collection, row: CapturedRow, made: readonly Candidate[]): void {
  for (const [name, value] of Object.entries(row)) {
    const isSeen = made.some(({ row: { seen } }) => isObject(seen) && Object.hasOwn(seen, name))
    if (!isSeen && !isShown(collection, name) && !made.some((each) => hasField(each.collection, name)))
      notes.unknown(collection, name)
    const isKept = made.some((each) => Object.hasOwn(each.row, name))
    if (isSecretName(name) && !isKept && value !== '' && value !== null)
      notes.secret(collection, name, idOf(collection, row))
  }
}

/** Adds a row without secrets and without the values that its schema refuses. */
function put(
  made: Made,
  { collection, row: { env, ...row } }: Candidate,
  { secrets, found, refused }: Conversion,
): void {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  const clean = given.map(([name, value]): [string, unknown] => [name, secrets.clean(name, value, found)])
  const checked = validRow(collection, Object.fromEntries(env === undefined ? clean : [...clean, ['env', env]]))
  for (const { path, message } of checked.problems) refused(path.join('.'), message)
  if (checked.row === undefined) refused('', `is not a row of ${collection}`)
  else made[collection].set(checked.row['id'], checked.row)
}

/** Takes out the values that an earlier row has, where a field has no value twice. */
function dropRepeated(made: Made, notes: ImportNotes): void {
  for (const collection of collections) {
    for (const field of declarations[collection].unique ?? []) {
      const seen = new Set<unknown>()
      for (const [id, row] of made[collection]) {
        const { [field]: value, ...rest } = row
        if (value === undefined) continue
        if (seen.has(value)) {
          notes.refused(collection, field, 'is that of another row', id)
          made[collection].set(id, rest)
        }
        seen.add(value)
      }
    }
  }
}

/** The whole size of an offer of space: the space that is free, and that of its volumes. */
function addTakenSpace({ volumes, volume_offers: offers }: Made): void {
  for (const { volume_offer_id: id, size } of volumes.values()) {
    const offer = offers.get(id)
    if (offer !== undefined) offers.set(id, { ...offer, size: Number(offer['size']) + Number(size) })
  }
}

/** Adds the users that rows name, and the caller, who alone has a key. */
function addUsers(made: Made, callerId: number): void {
  const caller = { name: 'me', ...made.users.get(callerId), id: callerId, api_keys: [{ key: EXAMPLE_KEY }] }
  const users = new Map<unknown, CapturedRow>([[callerId, caller], ...made.users, [callerId, caller]])
  for (const reference of references.filter(({ to }) => to === 'users')) {
    for (const row of made[reference.from].values()) {
      const id = row[reference.field]
      const user = { id, name: id === marketplace.id ? marketplace.name : `user-${String(id)}` }
      if (!users.has(id) && validRow('users', user).row !== undefined) users.set(id, user)
    }
  }
  made.users = users
}

const rowsOf = (made: Made): Readonly<Record<string, readonly CapturedRow[]>> =>
  Object.fromEntries(
    collections.flatMap((name): [string, readonly CapturedRow[]][] => {
      const rows = [...made[name].values()]
      return rows.length === 0 ? [] : [[name, ordered(declarations[name].row, rows).map((row) => ({ ...row }))]]
    }),
  )

/** Takes out the fields that name a row which is not there, and rows that cannot do without such a field. */
function dropDangling(made: Made, notes: ImportNotes): void {
  for (const reference of references.filter(({ mayDangle }) => mayDangle !== true)) {
    const { from, to, field } = reference
    for (const [id, row] of made[from]) {
      const missing = namedIds(reference, { ...row, id: Number(id) }).find((each) => !made[to].has(each))
      if (missing === undefined) continue
      notes.refused(from, field, `there is no ${missing} in ${to}`, id)
      const { [field]: _, ...rest } = row
      const checked = validRow(from, rest)
      if (checked.problems.length === 0) made[from].set(id, rest)
      else {
        made[from].delete(id)
        notes.refused(from, '', `is not a row of ${from}`, id)
      }
    }
  }
}

/** The id of the user who was calling: the owner of listed rows, of a private template, or of all templates. */
function callerOf(answers: readonly CapturedAnswer[]): number {
  const owned = answers.filter(({ collection }) => hasField(collection, 'user_id'))
  const [owner] = owned.flatMap(({ rows }) => idsIn(rows, 'user_id'))
  if (owner !== undefined) return owner
  const templates = answers.filter(({ collection }) => collection === 'templates').flatMap(({ rows }) => rows)
  const [creator] = idsIn(
    templates.filter((row) => row['private'] === true),
    'creator_id',
  )
  if (creator !== undefined) return creator
  const creators = new Set(idsIn(templates, 'creator_id'))
  const [only] = creators
  if (only !== undefined && creators.size === 1) return only
  const others = new Set([...creators, ...answers.flatMap(({ rows }) => idsIn(rows, 'host_id'))])
  let id = EXAMPLE_ID
  while (others.has(id)) id += 1
  return id
}

const idsIn = (rows: readonly CapturedRow[], field: string): readonly number[] =>
  rows.map((row) => row[field]).filter((id) => typeof id === 'number')
