import { ascending, type Claim, shows, within } from '../../kernel/claim.ts'
import { isObject } from '../../kernel/object.ts'
import { createRules, deleteRules, listRules, updateRules } from './rules.ts'

const of = ['endpoint-groups.list']

export const endpointGroupClaims: readonly Claim[] = [
  { rule: listRules.listsOwn, of, says: 'endpoint groups come by ascending id', holds: ascending('id', () => false) },
  {
    rule: createRules.creates,
    of,
    says: 'the list shows a group that was created before',
    holds: (answer, earlier) => {
      const gone = new Set(earlier.flatMap(({ operation, id }) => (operation === 'endpoint-groups.delete' ? [id] : [])))
      const made = earlier
        .filter(({ operation }) => operation === 'endpoint-groups.create')
        .map(({ body }) => within(body, 'result'))
        .filter((id) => typeof id === 'number' && !gone.has(id))
      return made.length === 0 ? undefined : made.every((id) => shows(answer, id))
    },
  },
  {
    rule: deleteRules.deletes,
    of,
    says: 'the list does not show a group that was deleted before',
    holds: (answer, earlier) => {
      const gone = earlier.flatMap(({ operation, id }) => (operation === 'endpoint-groups.delete' ? [id] : []))
      return gone.length === 0 ? undefined : !gone.some((id) => shows(answer, id))
    },
  },
  {
    rule: updateRules.updates,
    of,
    says: 'the list shows what the last update of a group set',
    holds: ({ rows }, earlier) => {
      const tests = rows.flatMap((row) => {
        const last = earlier.findLast(({ operation, id }) => operation === 'endpoint-groups.update' && id === row['id'])
        return isObject(last?.sent)
          ? Object.entries(last.sent).flatMap(([name, value]) =>
              typeof row[name] === typeof value ? [row[name] === value] : [],
            )
          : []
      })
      return tests.length === 0 ? undefined : tests.every(Boolean)
    },
  },
]
