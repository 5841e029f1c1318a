import { nearest } from '../../kernel/nearest.ts'
import { isObject } from '../../kernel/object.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Adapt } from '../operation/route.ts'
import { fieldNamed } from './search.ts'
import { searchRules } from './rules.ts'
import { rentalOffer, searchBody } from './schema.ts'

/**
 * Checks what a search asks by.
 * @throws Refusal of a filter or an order by a name that no offer has, and of a filter by null
 */
export const checkSearch: Adapt = (_sim, raw) => {
  for (const [name, filter] of Object.entries(raw.body)) {
    if (!isObject(filter)) continue
    if (!Object.hasOwn(searchBody.shape, name)) throw unknownName(name)
    const [operator] = Object.entries(filter).find(([, operand]) => operand === null) ?? []
    if (operator !== undefined)
      throw refuse(
        searchRules.nullOperand,
        `ask_contract_offers.${name} ${operator.slice(0, MOST_SHOWN)} None: query values can't be None`,
      )
  }
  const order: unknown = Reflect.get(raw.body, 'order')
  for (const each of Array.isArray(order) ? order : []) {
    const name: unknown = Array.isArray(each) ? each[0] : undefined
    if (typeof name === 'string' && !Object.hasOwn(rentalOffer.shape, fieldNamed(name))) throw unknownName(name)
  }
  return raw
}

/** Characters of a name that an answer repeats. */
const MOST_SHOWN = 64

function unknownName(name: string) {
  const [meant] = nearest(name, Object.keys(searchBody.shape))
  const hint = meant === undefined ? undefined : `not read: ${name.slice(0, MOST_SHOWN)} (${meant}?)`
  return refuse(searchRules.unknownName, `${name.slice(0, MOST_SHOWN)} is not a valid search key`, hint)
}
