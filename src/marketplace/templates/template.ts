import { refuse } from '../../kernel/refusal.ts'
import type { RefusalRule } from '../../kernel/rule.ts'
import { SEALED } from '../../kernel/secret.ts'
import type { Sim } from '../../kernel/sim.ts'
import type { UserRow } from '../users/collections.ts'
import { readable, traceFlags } from './flags-in-request.ts'
import { hashOf } from './hash-id.ts'
import { createRules, deleteRules, editRules, templateRules } from './rules.ts'
import { type CreateBody, type EditBody, settingNames } from './schema.ts'
import type { TemplateRow, TemplateTables } from './collections.ts'

export const MAX_RETIRED_HASH_IDS = 32

/** Stores a template for its creator. */
export function createTemplate(sim: Sim<TemplateTables>, creator: UserRow, body: CreateBody): TemplateRow {
  const { tables, clock, trace } = sim
  const settings = storable(sim, body)
  trace.apply(createRules.creates)
  trace.apply(createRules.hashId)
  trace.apply(createRules.noQuota)
  if (body.tag === undefined || body.runtype === undefined || body.recommended_disk_space === undefined)
    trace.apply(createRules.defaults)
  const begun = {
    id: tables.templates.nextId(),
    creator_id: creator.id,
    created_at: clock.nowSeconds,
    revision: 0,
    retired_hash_ids: [],
    recommended: false,
    count_created: 0,
    recent_create_date: null,
    hash_id: '',
    name: body.name,
    image: body.image,
  }
  // Not a literal that spreads: V8 gives each such row a shape of its own (docs/decisions/where-time-goes.md).
  const row = Object.assign(begun, settings)
  row.hash_id = hashOf(row)
  return tables.templates.put(row)
}

/** Changes what is given, keeps the rest, and gives the template a new hash_id. */
export function editTemplate(sim: Sim<TemplateTables>, user: UserRow, { hash_id, ...changes }: EditBody): TemplateRow {
  const { tables, trace } = sim
  const current = visible(tables.templates.where('hash_id', hash_id)[0], user)
  if (current === undefined) throw unknownHash(sim, editRules.hashIdUnknown, user, hash_id)
  if (current.creator_id !== user.id) throw refuse(templateRules.notOwned, `template ${hash_id} is not yours`)
  const settings = storable(sim, changes)
  trace.apply(editRules.rotatesHashId)
  trace.apply(editRules.hashId)
  if (settingNames.some((name) => current[name] !== undefined && settings[name] === undefined))
    trace.apply(editRules.keepsTheRest)
  trace.apply(editRules.idStays)
  const next = {
    ...current,
    ...settings,
    revision: current.revision + 1,
    retired_hash_ids: [current.hash_id, ...current.retired_hash_ids].slice(0, MAX_RETIRED_HASH_IDS),
  }
  return tables.templates.put({ ...next, hash_id: hashOf(next) })
}

/** Deletes a template by its numeric id. */
export function deleteTemplate({ tables, trace }: Sim<TemplateTables>, user: UserRow, id: number): void {
  const current = visible(tables.templates.get(id), user)
  if (current === undefined) throw refuse(deleteRules.idUnknown, `template_id: there is no template ${id}`)
  if (current.creator_id !== user.id) throw refuse(templateRules.notOwned, `template ${id} is not yours`)
  trace.apply(deleteRules.deletes)
  tables.templates.delete(id)
}

/** Someone else's private template is as good as unknown. */
export function visible(row: TemplateRow | undefined, user: UserRow): TemplateRow | undefined {
  return row === undefined || row.creator_id === user.id || row.private !== true ? row : undefined
}

/** The refusal of a hash_id that no template has now; for a retired one that the user may see, the hint names its successor. */
export function unknownHash({ tables }: Sim<TemplateTables>, rule: RefusalRule, user: UserRow, hashId: string) {
  const successor = tables.templates
    .values()
    .find((row) => visible(row, user) !== undefined && row.retired_hash_ids.includes(hashId))
  const hint =
    successor && `hash_id ${hashId} was retired by an edit; template ${successor.id} now has ${successor.hash_id}`
  return refuse(rule, `no template has the hash_id ${hashId}`, hint)
}

/** What of a request is kept: secrets sealed, an env object left out. */
function storable<T extends Partial<CreateBody>>({ trace }: Sim<TemplateTables>, body: T): Kept<T> {
  const unread = readable(body)
  traceFlags(trace, body, unread)
  // Nearly every body is kept as it came: no copy of it is made.
  if (isKeptWhole(body)) return body
  const { env, docker_login_pass, ...settings } = body
  const kept: Kept<T> = settings
  if (typeof env === 'string') kept.env = env
  if (docker_login_pass !== undefined) kept.docker_login_pass = SEALED
  return kept
}

type Kept<T> = Omit<T, 'env' | 'docker_login_pass'> & { env?: string; docker_login_pass?: string }

const isKeptWhole = <T extends Partial<CreateBody>>(body: T): body is T & Kept<T> =>
  typeof body.env !== 'object' && body.docker_login_pass === undefined
