import type { Adapt } from '../operation/route.ts'
import { furtherParameters } from './rules.ts'
import { furtherGroupFields } from './schema.ts'

/** Says which parameters are ignored that another dialect reads. */
export const hintAtFurtherParameters: Adapt = ({ rules, trace }, raw) => {
  if (rules.chosen(furtherParameters) === 'ignored') {
    const ignored = Object.keys(furtherGroupFields).filter((field) => (Reflect.get(raw.body, field) ?? null) !== null)
    if (ignored.length > 0) trace.addHint(`${ignored.join(', ')} ignored; --dialect observed stores what it is sent`)
  }
  return raw
}
