import type { Sim } from '../../kernel/sim.ts'
import { route } from '../operation/route.ts'
import { create, edit, remove, search } from './operations.ts'
import { searchTemplates } from './search.ts'
import type { TemplateTables } from './collections.ts'
import { createTemplate, deleteTemplate, editTemplate } from './template.ts'

type TemplateSim = Sim<TemplateTables>

export const templateRoutes = [
  route(search, (sim: TemplateSim, user, { query }) => {
    const templates = searchTemplates(sim, user, query.select_filters ?? {})
    return { success: true, templates_found: templates.length, templates }
  }),
  route(create, (sim: TemplateSim, user, { body }) => {
    const { id, hash_id, name } = createTemplate(sim, user, body)
    return { success: true, msg: `created template ${id}`, template: { id, hash_id, name } }
  }),
  route(edit, (sim: TemplateSim, user, { body }) => {
    const { id, hash_id } = editTemplate(sim, user, body)
    return { success: true, template: { id, hash_id } }
  }),
  route(remove, (sim: TemplateSim, user, { body }) => {
    deleteTemplate(sim, user, body.template_id)
    return { success: true }
  }),
]
