import { none } from '../../kernel/operation.ts'
import { operation } from '../service/operation.ts'
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
  params: none,
  query: searchQuery,
  body: none,
  answer: searched,
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
  params: none,
  query: none,
  body: createBody,
  answer: created,
  success: templateRules.statuses,
  rules: createRules,
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
  params: none,
  query: none,
  body: editBody,
  answer: edited,
  success: templateRules.statuses,
  rules: editRules,
})

export const remove = operation({
  id: 'templates.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a template',
  section: 'Endpoints › DELETE /api/v0/template/',
  envelope: 'flagged',
  scope: 'user_write',
  params: none,
  query: none,
  body: deleteBody,
  answer: deleted,
  success: templateRules.statuses,
  rules: deleteRules,
})
