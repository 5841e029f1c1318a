import type { Invention } from '../../kernel/invention.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { listRules, shownOtherwise } from './list-rules.ts'
import { marketInvented } from './market.ts'
import type { InstanceRow } from './rows.ts'
import type { Instance } from './schema.ts'

/** In what a listing differs from what the contract shows. */
export interface ListingForm {
  /** A number of its own; 0 where it differs in nothing. */
  readonly index: number
  readonly rules: ReadonlySet<Rule>
  /** Those that shape every instance that is shown. */
  readonly rulesOfEach: readonly Rule[]
}

const { portsNotRunning, stoppedCosts, furtherFields } = shownOtherwise

export const listingForm = memoizeByObject((inForce: RulesInForce): ListingForm => {
  const all = Object.values(shownOtherwise)
  const rules = all.filter((rule) => inForce.shapes(rule))
  const rulesOfEach = [
    listRules.timeAndMoney,
    listRules.runtypes,
    ...(rules.includes(furtherFields) ? [furtherFields] : []),
  ]
  return { index: rules.reduce((sum, rule) => sum + 2 ** all.indexOf(rule), 0), rules: new Set(rules), rulesOfEach }
})

interface Otherwise {
  readonly fields: Partial<Instance>
  readonly rules: readonly Rule[]
}

/** The fields that take the place of those that the contract shows, and the rules behind them. */
export function differingFields(
  form: ListingForm,
  row: InstanceRow,
  {
    actual_status,
    intended_status,
    storage_total_cost,
    instance,
  }: Pick<Instance, 'actual_status' | 'intended_status' | 'storage_total_cost' | 'instance'>,
  invention: Invention,
): Otherwise {
  const withoutPorts = form.rules.has(portsNotRunning) && actual_status !== 'running'
  const isPaused = form.rules.has(stoppedCosts) && intended_status !== 'running'
  const fields = {
    ...(withoutPorts && { ports: null }),
    ...(isPaused && {
      dph_total: storage_total_cost,
      instance: {
        ...instance,
        gpuCostPerHour: 0,
        totalHour: storage_total_cost,
        discountedTotalPerHour: storage_total_cost,
      },
    }),
    ...(form.rules.has(furtherFields) && speedOf(invention, row)),
  }
  const rules = [
    ...(withoutPorts ? [portsNotRunning] : []),
    ...(isPaused || (form.rules.has(stoppedCosts) && hasStopped(row)) ? [stoppedCosts] : []),
  ]
  return { fields, rules }
}

function speedOf(invention: Invention, row: InstanceRow) {
  const machine = { ...row, id: row.offer_id }
  return {
    inet_up: marketInvented.reader(invention, 'inet_up')(machine),
    inet_down: marketInvented.reader(invention, 'inet_down')(machine),
  }
}

const hasStopped = ({ stopped_since, stopped_seconds }: InstanceRow): boolean =>
  (stopped_since ?? stopped_seconds) !== undefined

/** For how long an instance is not charged, in seconds: while its user had stopped it. */
export function unchargedSeconds(
  form: ListingForm,
  { stopped_since, stopped_seconds = 0, intended_status = 'running' }: InstanceRow,
  nowSeconds: number,
): number {
  if (!form.rules.has(stoppedCosts)) return 0
  const since = intended_status === 'running' ? undefined : stopped_since
  return stopped_seconds + Math.max(0, nowSeconds - (since ?? nowSeconds))
}
