import {
  type Claim,
  type ShownAnswer,
  type ShownRow,
  showsCreated,
  showsNoDeleted,
  valueAt,
} from '../../kernel/claim.ts'
import { catalogue } from '../catalogue.ts'

const shown = ['instances.list', 'instances.show', 'instances.page']

const isChange =
  (name: string, value?: unknown): ((sent: unknown) => boolean) =>
  (sent) =>
    value === undefined ? typeof valueAt(sent, name) === 'string' : valueAt(sent, name) === value

/** A later listing shows what a change of the instance asked for. */
const changeShows =
  (asks: (sent: unknown) => boolean, test: (row: ShownRow, sent: unknown) => boolean | undefined): Claim['holds'] =>
  ({ rows }, earlier) => {
    const tests = rows.flatMap((row) => {
      const last = earlier.findLast(
        ({ operation, id }) => operation.startsWith('instances.') && id === row['id'] && operation !== 'instances.show',
      )
      if (last?.operation !== 'instances.change' || !asks(last.sent)) return []
      return test(row, last.sent) ?? []
    })
    return tests.length === 0 ? undefined : tests.every(Boolean)
  }

const destroyedBy = ({ operation, id }: ShownAnswer) => (operation === 'instances.destroy' ? id : undefined)

/** What instances show after other requests of the same caller. */
export const claimsOverTime: readonly Claim[] = [
  {
    rule: catalogue['instances.list.status-values'],
    of: shown,
    says: 'after a stop actual_status is exited, cur_state and next_state are stopped',
    holds: changeShows(
      isChange('state', 'stopped'),
      (row) => row['actual_status'] === 'exited' && row['cur_state'] === 'stopped' && row['next_state'] === 'stopped',
    ),
  },
  {
    rule: catalogue['instances.create.rents'],
    of: ['instances.list'],
    says: 'a listing shows an instance that was created before',
    holds: showsCreated(({ body }) => valueAt(body, 'new_contract'), destroyedBy),
  },
  {
    rule: catalogue['instances.destroy.destroys'],
    of: ['instances.list'],
    says: 'a listing does not show an instance that was destroyed before',
    holds: showsNoDeleted(destroyedBy),
  },
  {
    rule: catalogue['instances.change.labels'],
    of: shown,
    says: 'an instance shows the label that it was given before',
    holds: changeShows(isChange('label'), (row, sent) => row['label'] === valueAt(sent, 'label')),
  },
  {
    rule: catalogue['instances.change.stops'],
    of: shown,
    says: 'intended_status is stopped after a stop',
    holds: changeShows(isChange('state', 'stopped'), (row) => row['intended_status'] === 'stopped'),
  },
  {
    rule: catalogue['instances.change.starts'],
    of: shown,
    says: 'intended_status is running after a start',
    holds: changeShows(isChange('state', 'running'), (row) => row['intended_status'] === 'running'),
  },
]
