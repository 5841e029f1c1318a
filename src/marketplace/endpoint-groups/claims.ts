import {
  isAscendingBy,
  type Claim,
  valueAt,
  showsCreated,
  showsNoDeleted,
  type ShownAnswer,
} from '../../kernel/claim.ts'
import { isObject } from '../../kernel/object.ts'
import { catalogue } from '../catalogue.ts'

const of = ['endpoint-groups.list']

const deletedBy = ({ operation, id }: ShownAnswer) => (operation === 'endpoint-groups.delete' ? id : undefined)

export const endpointGroupClaims: readonly Claim[] = [
  {
    rule: catalogue['endpoint-groups.list.lists-own'],
    of,
    says: 'endpoint groups come by ascending id',
    holds: isAscendingBy('id', () => false),
  },
  {
    rule: catalogue['endpoint-groups.create.creates'],
    of,
    says: 'the list shows a group that was created before',
    holds: showsCreated(
      ({ operation, body }) => (operation === 'endpoint-groups.create' ? valueAt(body, 'result') : undefined),
      deletedBy,
    ),
  },
  {
    rule: catalogue['endpoint-groups.delete.deletes'],
    of,
    says: 'the list does not show a group that was deleted before',
    holds: showsNoDeleted(deletedBy),
  },
  {
    rule: catalogue['endpoint-groups.update.updates'],
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
