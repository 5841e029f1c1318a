import { whyUnparsed } from '../../kernel/json-size.ts'
import { isObject } from '../../kernel/object.ts'
import { readTexts, type ValueType } from '../../kernel/text-values.ts'
import type { RawInput } from '../operation/route.ts'
import type { Sim } from '../sim.ts'
import { deleteByHashId, diskSpaceAsText, editNull, filtersAsText } from './observed-rules.ts'
import { settingNames } from './schema.ts'

/** Reads recommended_disk_space as a number where it is one as text. */
export function adaptTemplate({ rules, trace }: Sim, raw: RawInput): RawInput {
  const sent: unknown = Reflect.get(raw.body, 'recommended_disk_space')
  if (typeof sent !== 'string' || sent.trim() === '' || !Number.isFinite(Number(sent))) return raw
  if (rules.chosen(diskSpaceAsText) === 'refused') {
    trace.addHint('--dialect observed reads recommended_disk_space as text, too')
    return raw
  }
  trace.apply(diskSpaceAsText)
  return { ...raw, body: { ...raw.body, recommended_disk_space: Number(sent) } }
}

/** Settings that an edit can set back. */
const unsettable = new Set<string>(settingNames.filter((name) => name !== 'name' && name !== 'image'))

const isUnset = ([name, value]: readonly [string, unknown]): boolean => value === null && unsettable.has(name)

/** Besides, what is null is undefined where null sets a field back: a field that is not given is not a field at all. */
export function adaptEdit(sim: Sim, raw: RawInput): RawInput {
  const read = adaptTemplate(sim, raw)
  const entries: readonly [string, unknown][] = Object.entries(read.body)
  if (!entries.some(isUnset)) return read
  sim.trace.apply(editNull)
  if (sim.rules.of(editNull).choice !== 'unsets') return read
  return {
    ...read,
    body: Object.fromEntries(entries.map((entry) => (isUnset(entry) ? [entry[0], undefined] : entry))),
  }
}

const HASH_ID = /^[0-9a-f]{32}$/

/** Hints at the id where a deletion names a hash_id. */
export function adaptDelete({ rules, trace }: Sim, raw: RawInput): RawInput {
  const sent: unknown = Reflect.get(raw.body, 'template_id')
  if (typeof sent === 'number' || !Object.values(raw.body).some(isHashId)) return raw
  if (rules.chosen(deleteByHashId) === 'refused')
    trace.addHint('template_id is the id of a template, a number; --dialect observed deletes by hash_id, too')
  else if (isHashId(sent)) trace.addHint('template_id is the id of a template, a number; this is a hash_id')
  return raw
}

const isHashId = (value: unknown): boolean => typeof value === 'string' && HASH_ID.test(value)

const types: Readonly<Record<string, ValueType>> = {
  creator_id: 'number',
  created_at: 'number',
  count_created: 'number',
  id: 'number',
  jup_direct: 'boolean',
  recent_create_date: 'number',
  recommended_disk_space: 'number',
  recommended: 'boolean',
  ssh_direct: 'boolean',
  use_ssh: 'boolean',
}

/** The filters of a search with values of the types of their fields, as JSON; the same text where nothing is read otherwise. */
function typedFilters(text: string): string {
  try {
    // What is refused stays as it is.
    if (whyUnparsed(text) !== undefined) return text
    const filters: unknown = JSON.parse(text)
    if (!isObject(filters)) return text
    const typed = readTexts(filters, (field) => (Object.hasOwn(types, field) ? types[field] : undefined))
    return typed === filters ? text : JSON.stringify(typed)
  } catch {
    return text
  }
}

/** Whether a filter has null where the contract has another type: for recent_create_date it is a value. */
function hasNull(text: string): boolean {
  try {
    const filters: unknown = JSON.parse(text)
    return Object.entries(isObject(filters) ? filters : {}).some(
      ([field, filter]) =>
        field !== 'recent_create_date' &&
        Object.values(filter ?? {})
          .flat()
          .includes(null),
    )
  } catch {
    return false
  }
}

/** Reads the values of filters by the types of their fields. */
export function adaptSearch({ rules, trace }: Sim, raw: RawInput): RawInput {
  const sent: unknown = Reflect.get(raw.query, 'select_filters')
  if (typeof sent !== 'string') return raw
  const typed = typedFilters(sent)
  if (rules.chosen(filtersAsText) === 'read' && sent.includes('null') && hasNull(sent)) trace.apply(filtersAsText)
  if (typed === sent) return raw
  if (rules.chosen(filtersAsText) === 'refused') {
    trace.addHint('--dialect observed reads text by the type of its field')
    return raw
  }
  trace.apply(filtersAsText)
  return { ...raw, query: { ...raw.query, select_filters: typed } }
}
