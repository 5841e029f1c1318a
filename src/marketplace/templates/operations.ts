import { noInput } from '../../kernel/operation.ts'
import { operation } from '../operation/operation.ts'
import { createRules, deleteRules, editRules, searchRules, templateRules } from './rules.ts'
import { createBody, created, deleteBody, deleted, editBody, edited, searched, searchQuery } from './schema.ts'

const path = '/api/v0/template/'

export const search = operation({
  id: 'templates.search',
  method: 'GET',
  path,
  summary: 'Search templates',
  section: 'Endpoints › GET /api/v0/template/',
  envelope: 'flagged',
  scope: 'user_read',
  scopeRule: searchRules.needsUserRead,
  params: noInput,
  query: searchQuery,
  body: noInput,
  response: searched.meta({ id: 'TemplateSearchResult' }),
  success: templateRules.statuses,
  rules: searchRules,
})

export const create = operation({
  id: 'templates.create',
  method: 'POST',
  path,
  summary: 'Create a template',
  section: 'Endpoints › POST /api/v0/template/',
  envelope: 'flagged',
  scope: 'user_write',
  params: noInput,
  query: noInput,
  body: createBody.meta({ id: 'TemplateCreation' }),
  response: created.meta({ id: 'TemplateCreationResult' }),
  success: templateRules.statuses,
  rules: createRules,
  stores: true,
  missing: { name: createRules.requiredMissing, image: createRules.requiredMissing },
})

export const edit = operation({
  id: 'templates.edit',
  method: 'PUT',
  path,
  summary: 'Edit a template',
  section: 'Endpoints › PUT /api/v0/template/',
  envelope: 'flagged',
  scope: 'user_write',
  params: noInput,
  query: noInput,
  body: editBody.meta({ id: 'TemplateEdit' }),
  response: edited.meta({ id: 'TemplateEditResult' }),
  success: templateRules.statuses,
  rules: editRules,
  stores: true,
})

export const remove = operation({
  id: 'templates.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a template',
  section: 'Endpoints › DELETE /api/v0/template/',
  envelope: 'flagged',
  scope: 'user_write',
  params: noInput,
  query: noInput,
  body: deleteBody.meta({ id: 'TemplateDeletion' }),
  response: deleted.meta({ id: 'TemplateDeletionResult' }),
  success: templateRules.statuses,
  rules: deleteRules,
})
