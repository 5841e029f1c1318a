import { z } from 'zod'
import { json } from '../../kernel/wire.ts'

/** Fields of a row as the service showed them, where the simulator has no such field, or none that may be null. */
export const seenFields = z
  .record(z.string(), json)
  .optional()
  .describe(
    'Further fields, and nulls, as a capture has them: the observed dialect shows them where the row has no value.',
  )

interface Seen {
  readonly seen?: Readonly<Record<string, unknown>> | undefined
}

/** What a row was seen to show and has no value for otherwise. */
export const capturedFields = (row: Seen): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row.seen ?? {}).filter(([name]) => Reflect.get(row, name) === undefined))

/** What the observed dialect has besides in the prices of an instance and an offer. */
export const furtherCosts = { slaPremiumPerHour: 0 } as const

/** What the observed dialect has of every machine, whatever machine it is. */
export const constantFields = {
  logo: '/static/logos/vastai_small2.png',
  target_reliability: 0,
  sla_sigma_x: null,
} as const

/** $ for a TB of traffic. */
export const trafficCosts = (upPerGb: number, downPerGb: number) => ({
  internet_up_cost_per_tb: 1024 * upPerGb,
  internet_down_cost_per_tb: 1024 * downPerGb,
})
