import { route } from '../operation/route.ts'
import { create, edit, remove, search } from './operations.ts'
import type { Sim } from '../sim.ts'
import type { TemplateRow } from './collections.ts'
import { templatePresenter } from './present.ts'
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
import { catalogue } from '../catalogue.ts'

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

export const templateRoutes = [
  route(search, (sim, user, { query }) => searchTemplates(sim, user, query), adaptSearch),
  route(
    create,
    (sim, user, { body }) => {
      const row = createTemplate(sim, user, body)
      return {
        success: true,
        msg: `created template ${row.id}`,
        template: presentWritten(sim, row, ['id', 'hash_id', 'name']),
      }
    },
    adaptTemplate,
  ),
  route(
    edit,
    (sim, user, { body }) => {
      const row = editTemplate(sim, user, body)
      return { success: true, template: presentWritten(sim, row, ['id', 'hash_id']) }
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
