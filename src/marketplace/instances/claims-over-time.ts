import { type Claim, lastOf, type ShownRow, shows, within } from '../../kernel/claim.ts'
import { listRules } from './list-rules.ts'
import { changeRules, destroyRules } from './manage-rules.ts'
import { createRules } from './rules.ts'

const shown = ['instances.list', 'instances.show', 'instances.page']

const isChange =
  (name: string, value?: unknown): ((sent: unknown) => boolean) =>
  (sent) =>
    value === undefined ? typeof within(sent, name) === 'string' : within(sent, name) === value

/** A later listing shows what a change of the instance asked for. */
const changeShows =
  (asks: (sent: unknown) => boolean, test: (row: ShownRow, sent: unknown) => boolean | undefined): Claim['holds'] =>
  ({ rows }, earlier) => {
    const tests = rows.flatMap((row) => {
      const last = lastOf(
        earlier,
        ({ operation, id }) => operation.startsWith('instances.') && id === row['id'] && operation !== 'instances.show',
      )
      if (last?.operation !== 'instances.change' || !asks(last.sent)) return []
      return test(row, last.sent) ?? []
    })
    return tests.length === 0 ? undefined : tests.every(Boolean)
  }

/** What instances show after other requests of the same caller. */
export const claimsOverTime: readonly Claim[] = [
  {
    rule: listRules.statusValues,
    of: shown,
    says: 'after a stop actual_status is exited, cur_state and next_state are stopped',
    holds: changeShows(
      isChange('state', 'stopped'),
      (row) => row['actual_status'] === 'exited' && row['cur_state'] === 'stopped' && row['next_state'] === 'stopped',
    ),
  },
  {
    rule: createRules.rents,
    of: ['instances.list'],
    says: 'a listing shows an instance that was created before',
    holds: (answer, earlier) => {
      const ended = new Set(earlier.flatMap(({ operation, id }) => (operation === 'instances.destroy' ? [id] : [])))
      const made = earlier
        .map(({ body }) => within(body, 'new_contract'))
        .filter((id) => typeof id === 'number' && !ended.has(id))
      return made.length === 0 ? undefined : made.every((id) => shows(answer, id))
    },
  },
  {
    rule: destroyRules.destroys,
    of: ['instances.list'],
    says: 'a listing does not show an instance that was destroyed before',
    holds: (answer, earlier) => {
      const ended = earlier.filter(({ operation }) => operation === 'instances.destroy')
      return ended.length === 0 ? undefined : !ended.some(({ id }) => shows(answer, id))
    },
  },
  {
    rule: changeRules.labels,
    of: shown,
    says: 'an instance shows the label that it was given before',
    holds: changeShows(isChange('label'), (row, sent) => row['label'] === within(sent, 'label')),
  },
  {
    rule: changeRules.stops,
    of: shown,
    says: 'intended_status is stopped after a stop',
    holds: changeShows(isChange('state', 'stopped'), (row) => row['intended_status'] === 'stopped'),
  },
  {
    rule: changeRules.starts,
    of: shown,
    says: 'intended_status is running after a start',
    holds: changeShows(isChange('state', 'running'), (row) => row['intended_status'] === 'running'),
  },
]
