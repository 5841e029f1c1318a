import { route } from '../operation/route.ts'
import { create, edit, remove, search } from './operations.ts'
import { searchTemplates } from './search.ts'
import { adaptSearch } from './search-query.ts'
import {
  adaptDelete,
  adaptEdit,
  adaptTemplate,
  createTemplate,
  deleteTemplate,
  deleteTemplateByHash,
  editTemplate,
} from './template.ts'

export const templateRoutes = [
  route(search, (sim, user, { query }) => searchTemplates(sim, user, query), adaptSearch),
  route(
    create,
    (sim, user, { body }) => {
      const { id, hash_id, name } = createTemplate(sim, user, body)
      return { success: true, msg: `created template ${id}`, template: { id, hash_id, name } }
    },
    adaptTemplate,
  ),
  route(
    edit,
    (sim, user, { body }) => {
      const { id, hash_id } = editTemplate(sim, user, body)
      return { success: true, template: { id, hash_id } }
    },
    adaptEdit,
  ),
  route(
    remove,
    (sim, user, { body: { template_id, hash_id = '' } }) => {
      if (template_id === undefined) deleteTemplateByHash(sim, user, hash_id)
      else deleteTemplate(sim, user, template_id)
      return { success: true }
    },
    adaptDelete,
  ),
]
