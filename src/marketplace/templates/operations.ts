import { operation } from '../operation/operation.ts'
import { deleteRules, editRules } from './edit-rules.ts'
import { answersWhole, createRules, templateRules } from './rules.ts'
import { createBody, deleteBody, deleteByEitherBody, deleted, editBody, templateBodies } from './schema.ts'
import { searchResult, columnsResult, searchQueryWhere, shortResults, wholeResults } from './search-schema.ts'
import { furtherFields, searchRules } from './search-rules.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'

const path = '/api/v0/template/'

const tooLarge = { image: createRules.noQuota, env: createRules.noQuota, recommended_disk_space: createRules.noQuota }

/** The bodies under the defaults and limits that are in force. */
const bodiesUnder = memoizeByObject((rules: RulesInForce) =>
  templateBodies(rules.valueOf(createRules.defaults), rules.valueOf(createRules.noQuota)),
)

const isShort = (rules: RulesInForce): boolean => rules.of(answersWhole).choice === 'short'

export const search = operation({
  id: 'templates.search',
  method: 'GET',
  path,
  summary: 'Search templates',
  scope: 'user_read',
  scopeRule: searchRules.needsUserRead,
  query: searchQueryWhere(false, false),
  response: searchResult,
  schemasUnder: memoizeByObject((rules) => {
    const takesNull = rules.chosen(searchRules.filtersAsText) === 'read'
    const takesMore = rules.chosen(searchRules.searchParameters) === 'read'
    return {
      ...((takesNull || takesMore) && { query: searchQueryWhere(takesNull, takesMore) }),
      ...(takesMore && { response: columnsResult }),
    }
  }),
  reportedSeconds: 3,
  success: templateRules.statuses,
  rules: searchRules,
})

export const create = operation({
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
  success: templateRules.statuses,
  rules: { ...createRules, furtherFields },
  stores: true,
  missing: { name: createRules.requiredMissing, image: createRules.requiredMissing },
  above: tooLarge,
})

export const edit = operation({
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
  success: templateRules.statuses,
  rules: { ...editRules, furtherFields },
  stores: true,
  above: tooLarge,
})

export const remove = operation({
  id: 'templates.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a template',
  scope: 'user_write',
  body: deleteBody,
  schemasUnder: memoizeByObject((rules) =>
    rules.chosen(deleteRules.deleteByHashId) === 'deletes' ? { body: deleteByEitherBody } : {},
  ),
  response: deleted.meta({ id: 'TemplateDeletionResult' }),
  success: templateRules.statuses,
  rules: deleteRules,
})
