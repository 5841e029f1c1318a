import { route } from '../operation/route.ts'
import { create, edit, remove, search } from './operations.ts'
import { searchTemplates } from './search.ts'
import { createTemplate, deleteTemplate, editTemplate } from './template.ts'

export const templateRoutes = [
  route(search, (sim, user, { query }) => searchTemplates(sim, user, query.select_filters ?? {})),
  route(create, (sim, user, { body }) => {
    const { id, hash_id, name } = createTemplate(sim, user, body)
    return { success: true, msg: `created template ${id}`, template: { id, hash_id, name } }
  }),
  route(edit, (sim, user, { body }) => {
    const { id, hash_id } = editTemplate(sim, user, body)
    return { success: true, template: { id, hash_id } }
  }),
  route(remove, (sim, user, { body }) => {
    deleteTemplate(sim, user, body.template_id)
    return { success: true }
  }),
]
