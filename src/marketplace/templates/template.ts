import { refuse } from '../../kernel/refusal.ts'
import { SEALED } from '../../kernel/secret.ts'
import type { RawInput } from '../operation/route.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { isVisible, templateByHash } from './find-template.ts'
import { readFlags } from './flags-in-request.ts'
import { hashOf } from './hash-id.ts'
import { type CreateBody, type EditBody, settingNames } from './schema.ts'
import type { TemplateRow } from './collections.ts'
import { catalogue } from '../catalogue.ts'

const MAX_RETIRED_HASH_IDS = 32

/** Stores a template for its creator. */
export function createTemplate(sim: Sim, creator: UserRow, body: CreateBody): TemplateRow {
  const { tables, clock, trace } = sim
  const settings = storedSettings(sim, body)
  trace.apply(catalogue['templates.create.creates'])
  trace.apply(catalogue['templates.create.hash-id'])
  if (body.tag === undefined || body.runtype === undefined || body.recommended_disk_space === undefined)
    trace.apply(catalogue['templates.create.defaults'])
  const existing = findByName(sim, creator, settings.name)
  if (existing !== undefined) {
    trace.apply(catalogue['templates.create.same-name'])
    if (hashOf(existing) === hashOf(settings)) return existing
  }
  const { id, created_at, count_created, recent_create_date, revision } = existing ?? {
    id: tables.templates.nextId(),
    created_at: clock.nowSeconds,
    count_created: 0,
    recent_create_date: null,
    revision: -1,
  }
  const row = {
    id,
    creator_id: creator.id,
    created_at,
    revision: revision + 1,
    retired_hash_ids: existing === undefined ? [] : retireHash(existing),
    recommended: false,
    count_created,
    recent_create_date,
    hash_id: '',
    ...settings,
  }
  return tables.templates.put({ ...row, hash_id: makeHash(sim, row) })
}

/** The user's own template with this name, where a creation changes it. */
function findByName({ tables, rules }: Sim, creator: UserRow, name: string): TemplateRow | undefined {
  if (!rules.shapes(catalogue['templates.create.same-name'])) return undefined
  return tables.templates.values().find((row) => row.creator_id === creator.id && row.name === name)
}

const isHashOfContent = ({ rules }: Sim): boolean => rules.chosen(catalogue['templates.create.hash-id']) === 'content'

/** @param before the hash_id that it has, which is not given again */
function makeHash(sim: Sim, row: Omit<TemplateRow, 'hash_id'>, before?: string): string {
  if (!isHashOfContent(sim)) return hashOf(row, row)
  const fresh = hashOf(row)
  return fresh === before ? hashOf(row, { revision: row.revision }) : fresh
}

const retireHash = ({ hash_id, retired_hash_ids }: TemplateRow): string[] =>
  [hash_id, ...retired_hash_ids].slice(0, MAX_RETIRED_HASH_IDS)

/** Changes what is given, keeps the rest, and gives the template a new hash_id. */
export function editTemplate(sim: Sim, user: UserRow, edit: EditBody): TemplateRow {
  const { tables, trace } = sim
  const { hash_id } = edit
  const current = templateByHash(sim, user, hash_id, catalogue['templates.edit.hash-id-unknown'])
  if (current.creator_id !== user.id) throw refuse(catalogue['templates.not-owned'], `template ${hash_id} is not yours`)
  const settings = storedSettings(sim, edit)
  trace.apply(catalogue['templates.edit.rotates-hash-id'])
  if (isHashOfContent(sim)) trace.apply(catalogue['templates.create.hash-id'])
  if (settingNames.some((name) => current[name] !== undefined && !Object.hasOwn(settings, name)))
    trace.apply(catalogue['templates.edit.keeps-the-rest'])
  trace.apply(catalogue['templates.edit.id-stays'])
  const row = {
    ...current,
    ...settings,
    seen: nullsAfter(current, edit),
    name: settings.name ?? current.name,
    image: settings.image ?? (isUnset(edit, 'image') ? '' : current.image),
    revision: current.revision + 1,
    retired_hash_ids: retireHash(current),
    hash_id: '',
  }
  return tables.templates.put({ ...row, hash_id: makeHash(sim, row, current.hash_id) })
}

/** Fields that show null in the observed dialect once an edit has unset them. */
const nullOnceUnset = ['image', 'onstart', 'recommended_disk_space'] as const

/** The nulls that a template shows after an edit: those of before, unless they are set, and those of the edit. */
function nullsAfter({ seen = {} }: TemplateRow, edit: EditBody): TemplateRow['seen'] {
  const nulls = nullOnceUnset.filter((name) => (Object.hasOwn(edit, name) ? isUnset(edit, name) : seen[name] === null))
  return nulls.length === 0 ? undefined : Object.fromEntries(nulls.map((name) => [name, null]))
}

/** Deletes a template by its numeric id. */
export function deleteTemplate({ tables, trace }: Sim, user: UserRow, id: number): void {
  const current = tables.templates.get(id)
  if (current === undefined || !isVisible(current, user))
    throw refuse(catalogue['templates.delete.id-unknown'], `template_id: there is no template ${id}`)
  if (current.creator_id !== user.id) throw refuse(catalogue['templates.not-owned'], `template ${id} is not yours`)
  trace.apply(catalogue['templates.delete.deletes'])
  tables.templates.delete(id)
}

/** Deletes a template by the hash_id that it has now. */
export function deleteTemplateByHash(sim: Sim, user: UserRow, hashId: string): void {
  const { id } = templateByHash(sim, user, hashId, catalogue['templates.delete.id-unknown'])
  deleteTemplate(sim, user, id)
  sim.trace.apply(catalogue['templates.delete.by-hash-id'])
}

/** The settings that a request brings as a row stores them: the password sealed, an env object as the flags that it applies. */
function storedSettings<T extends Partial<CreateBody>>(sim: Sim, body: T): Stored<T> {
  const flags = readFlags(sim, body, catalogue['templates.create.no-quota'])
  if (isStorable(body)) return body
  const { env: _, docker_login_pass, ...settings } = body
  const stored: Stored<T> = settings
  if (flags !== undefined || isUnset(body, 'env')) stored.env = flags
  if (docker_login_pass !== undefined) stored.docker_login_pass = SEALED
  else if (isUnset(body, 'docker_login_pass')) stored.docker_login_pass = undefined
  return stored
}

const isUnset = (body: object, name: string): boolean =>
  Object.hasOwn(body, name) && Reflect.get(body, name) === undefined

type Stored<T> = Omit<T, 'env' | 'docker_login_pass'> & {
  env?: string | undefined
  docker_login_pass?: string | undefined
}

const isStorable = <T extends Partial<CreateBody>>(body: T): body is T & Stored<T> =>
  typeof body.env !== 'object' && body.docker_login_pass === undefined

/** Reads recommended_disk_space as a number where it is one as text. */
export function adaptTemplate({ rules, trace }: Sim, raw: RawInput): RawInput {
  const sent: unknown = Reflect.get(raw.body, 'recommended_disk_space')
  if (typeof sent !== 'string' || sent.trim() === '' || !Number.isFinite(Number(sent))) return raw
  if (rules.chosen(catalogue['templates.disk-space-as-text']) === 'refused') {
    trace.addHint('--dialect observed reads recommended_disk_space as text, too')
    return raw
  }
  trace.apply(catalogue['templates.disk-space-as-text'])
  return { ...raw, body: { ...raw.body, recommended_disk_space: Number(sent) } }
}

const isSetBack = ([name, value]: readonly [string, unknown]): boolean =>
  value === null && name !== 'name' && settingNames.some((each) => each === name)

/** Besides, makes undefined what is null where null sets a field back: a field that is not given is not a field at all. */
export function adaptEdit(sim: Sim, raw: RawInput): RawInput {
  const read = adaptTemplate(sim, raw)
  const entries: readonly [string, unknown][] = Object.entries(read.body)
  if (!entries.some(isSetBack)) return read
  sim.trace.apply(catalogue['templates.edit.null'])
  if (sim.rules.chosen(catalogue['templates.edit.null']) === 'keeps') return read
  return {
    ...read,
    body: Object.fromEntries(entries.map((entry) => (isSetBack(entry) ? [entry[0], undefined] : entry))),
  }
}

const HASH_ID = /^[0-9a-f]{32}$/

/** Hints at the id where a deletion names a hash_id. */
export function adaptDelete({ rules, trace }: Sim, raw: RawInput): RawInput {
  const sent: unknown = Reflect.get(raw.body, 'template_id')
  if (typeof sent === 'number' || !Object.values(raw.body).some(isHashId)) return raw
  if (rules.chosen(catalogue['templates.delete.by-hash-id']) === 'refused')
    trace.addHint('template_id is the id of a template, a number; --dialect observed deletes by hash_id, too')
  else if (isHashId(sent)) trace.addHint('template_id is the id of a template, a number; this is a hash_id')
  return raw
}

const isHashId = (value: unknown): boolean => typeof value === 'string' && HASH_ID.test(value)
