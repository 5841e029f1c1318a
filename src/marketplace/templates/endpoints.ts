import { createBody, deleteBody, deleteByEitherBody, deleted, editBody, templateBodies } from './schema.ts'
import { searchResult, columnsResult, searchQueryWhere, shortResults, wholeResults } from './search-schema.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { type RulesInForce } from '../../kernel/rules-in-force.ts'
import { catalogue } from '../catalogue.ts'
import { endpoint } from '../operation/route.ts'
import { type Sim } from '../sim.ts'
import { type TemplateRow } from './collections.ts'
import { templatePresenter } from './present.ts'
import { searchTemplates, adaptSearch } from './search.ts'
import {
  adaptDelete,
  adaptEdit,
  adaptTemplate,
  createTemplate,
  deleteTemplate,
  deleteTemplateByHash,
  editTemplate,
} from './template.ts'

const path = '/api/v0/template/'

/** How the settings of a template are read. */
const settingRules = [
  'templates.env-object',
  'templates.env-hostname',
  'templates.disk-space-as-text',
  'templates.env-is-a-string',
  'templates.env-object-ignored',
  'templates.env-malformed',
  'templates.env-words-unread',
  'templates.shell-words',
  'templates.args-malformed',
] as const

const tooLarge = {
  image: catalogue['templates.create.no-quota'],
  env: catalogue['templates.create.no-quota'],
  recommended_disk_space: catalogue['templates.create.no-quota'],
}

/** The bodies under the defaults and limits that are in force. */
const bodiesUnder = memoizeByObject((rules: RulesInForce) =>
  templateBodies(
    rules.valueOf(catalogue['templates.create.defaults']),
    rules.valueOf(catalogue['templates.create.no-quota']),
  ),
)

const isShort = (rules: RulesInForce): boolean => rules.chosen(catalogue['templates.answers-whole']) === 'short'

/** A template in the answer to what wrote it. @param short its fields where the answer is short */
function presentWritten(
  { rules, trace }: Sim,
  row: TemplateRow,
  short: readonly ('id' | 'hash_id' | 'name')[],
): object {
  trace.apply(catalogue['templates.answers-whole'])
  if (rules.chosen(catalogue['templates.answers-whole']) === 'short')
    return Object.fromEntries(short.map((name) => [name, row[name]]))
  if (rules.shapes(catalogue['templates.search.further-fields']))
    trace.apply(catalogue['templates.search.further-fields'])
  return templatePresenter(rules)(row)
}

const search = endpoint(
  {
    id: 'templates.search',
    method: 'GET',
    path,
    summary: 'Search templates',
    scope: 'user_read',
    scopeRule: catalogue['templates.search.needs-user-read'],
    query: searchQueryWhere(false, false),
    response: searchResult,
    schemasUnder: memoizeByObject((rules) => {
      const takesNull = rules.chosen(catalogue['templates.search.values-as-text']) === 'read'
      const takesMore = rules.chosen(catalogue['templates.search.further-parameters']) === 'read'
      return {
        ...((takesNull || takesMore) && { query: searchQueryWhere(takesNull, takesMore) }),
        ...(takesMore && { response: columnsResult }),
      }
    }),
    reportedSeconds: 3,
    success: catalogue['templates.statuses'],
    rules: ['templates.statuses', 'templates.create.defaults', 'templates.search.*'],
  },
  (sim, user, { query }) => searchTemplates(sim, user, query),
  adaptSearch,
)

const create = endpoint(
  {
    id: 'templates.create',
    method: 'POST',
    path,
    summary: 'Create a template',
    scope: 'user_write',
    body: createBody,
    schemasUnder: memoizeByObject((rules) => ({
      body: bodiesUnder(rules).create,
      ...(isShort(rules) && { response: shortResults.create }),
    })),
    response: wholeResults.create,
    success: catalogue['templates.statuses'],
    rules: [
      'templates.answers-whole',
      'templates.create.same-name',
      'templates.statuses',
      ...settingRules,
      'templates.create.*',
      'templates.search.further-fields',
    ],
    stores: true,
    missing: {
      name: catalogue['templates.create.required-missing'],
      image: catalogue['templates.create.required-missing'],
    },
    above: tooLarge,
  },
  (sim, user, { body }) => {
    const row = createTemplate(sim, user, body)
    return {
      success: true,
      msg: `created template ${row.id}`,
      template: presentWritten(sim, row, ['id', 'hash_id', 'name']),
    }
  },
  adaptTemplate,
)

const edit = endpoint(
  {
    id: 'templates.edit',
    method: 'PUT',
    path,
    summary: 'Edit a template',
    scope: 'user_write',
    body: editBody,
    schemasUnder: memoizeByObject((rules) => ({
      body: bodiesUnder(rules).edit,
      ...(isShort(rules) && { response: shortResults.edit }),
    })),
    response: wholeResults.edit,
    success: catalogue['templates.statuses'],
    rules: [
      'templates.statuses',
      ...settingRules,
      'templates.create.hash-id',
      'templates.not-owned',
      'templates.answers-whole',
      'templates.create.no-quota',
      'templates.edit.*',
      'templates.search.further-fields',
    ],
    stores: true,
    above: tooLarge,
  },
  (sim, user, { body }) => {
    const row = editTemplate(sim, user, body)
    return { success: true, template: presentWritten(sim, row, ['id', 'hash_id']) }
  },
  adaptEdit,
)

const remove = endpoint(
  {
    id: 'templates.delete',
    method: 'DELETE',
    path,
    summary: 'Delete a template',
    scope: 'user_write',
    body: deleteBody,
    schemasUnder: memoizeByObject((rules) =>
      rules.chosen(catalogue['templates.delete.by-hash-id']) === 'deletes' ? { body: deleteByEitherBody } : {},
    ),
    response: deleted.meta({ id: 'TemplateDeletionResult' }),
    success: catalogue['templates.statuses'],
    rules: ['templates.statuses', 'templates.not-owned', 'templates.delete.*'],
  },
  (sim, user, { body: { template_id, hash_id = '' } }) => {
    if (template_id === undefined) deleteTemplateByHash(sim, user, hash_id)
    else deleteTemplate(sim, user, template_id)
  },
  adaptDelete,
)

export const templateEndpoints = [search, create, edit, remove]
