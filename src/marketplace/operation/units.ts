import { z } from 'zod'

export const SECONDS_PER_DAY = 86_400

/** In $: far above any real price, and small enough that computed costs stay finite. */
export const MAX_PRICE = 1_000_000

/** The divisor that turns monthly prices into hourly ones. */
export const HOURS_PER_MONTH = 720

/** A number whose unit the contract does not show. */
export const inUnits = (units: string, schema = z.number()): z.ZodNumber =>
  schema.describe(`Unit: ${units}, as the public API reference has it; the contract shows none.`)

/** A score of reliability. */
export const reliability = (): z.ZodNumber => inUnits('a scale from 0 to 1', z.number().min(0).max(1))

/** A version as clients compare it: `535.86.5` is 535086005. */
export const versionNumber = (version: string): number => {
  const [major = '', minor = '', patch = ''] = version.split('.')
  return Number(`${major}${minor.padStart(3, '0')}${patch.padStart(3, '0')}`)
}

/** The price of an offer or an instance, in $/hour, with that of its machine and that of its disk. */
export const hourlyCosts = (machine: number, disk: number) => {
  const total = machine + disk
  return {
    gpuCostPerHour: machine,
    diskHour: disk,
    totalHour: total,
    discountTotalHour: 0,
    discountedTotalPerHour: total,
  }
}
