import { parseJson } from '../../../kernel/parse-json.ts'
import { nearest } from '../../../kernel/nearest.ts'
import type { z } from 'zod'
import { whyUnparsed } from '../../../kernel/json-size.ts'
import { fieldOf, isObject } from '../../../kernel/object.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { Adapt } from '../../operation/route.ts'
import type { Sim } from '../../sim.ts'
import { resolveField, searchOffers } from './search.ts'
import { queryInBody, rentalOffer, searchBody } from './schema.ts'
import { catalogue } from '../../catalogue.ts'

/**
 * Checks what a search asks by.
 * @throws Refusal of a key or an order by a name that no offer has, and of a filter by null
 */
function checkQuery(query: unknown): void {
  if (!isObject(query) || Array.isArray(query)) return
  for (const [name, filter] of Object.entries(query)) {
    if (filter === null) continue
    if (!Object.hasOwn(searchBody.shape, name)) throw unknownName(name)
    if (!isObject(filter)) continue
    const [operator] = Object.entries(filter).find(([, operand]) => operand === null) ?? []
    if (operator !== undefined)
      throw refuse(
        catalogue['rental-offers.search.null-operand'],
        `ask_contract_offers.${name} ${operator.slice(0, MOST_SHOWN)} None: query values can't be None`,
      )
  }
  const order: unknown = fieldOf(query, 'order')
  for (const each of Array.isArray(order) ? order : []) {
    const name: unknown = Array.isArray(each) ? each[0] : undefined
    if (typeof name === 'string' && !Object.hasOwn(rentalOffer.shape, resolveField(name))) throw unknownName(name)
  }
}

export const checkSearch: Adapt = (_sim, raw) => {
  checkQuery(raw.body)
  return raw
}

/** What stands in a URL besides the query. */
const besidesQuery = new Set(['q', 'api_key', 'owner'])

/** The query is JSON in the parameter q. What cannot be read is refused by its schema. */
export const checkUrl: Adapt = ({ trace }, raw) => {
  trace.apply(catalogue['rental-offers.search.other-forms'])
  const extra = Object.keys(raw.query).find((name) => !besidesQuery.has(name))
  if (extra !== undefined) throw unknownName(extra)
  const text = fieldOf(raw.query, 'q')
  if (typeof text === 'string' && whyUnparsed(text) === undefined) checkQuery(parseJson(text))
  return raw
}

export const checkAsk: Adapt = ({ trace }, raw) => {
  trace.apply(catalogue['rental-offers.search.other-forms'])
  const extra = Object.keys(raw.body).find((name) => !Object.hasOwn(queryInBody.shape, name))
  if (extra !== undefined)
    throw refuse(
      catalogue['rental-offers.search.other-forms'],
      `${extra.slice(0, MOST_SHOWN)}: Extra inputs are not permitted`,
      'the query belongs into q',
    )
  checkQuery(fieldOf(raw.body, 'q'))
  return raw
}

/** The offers that a query in q finds, with the columns that it asks for. */
export function askOffers(sim: Sim, { q = {}, select_cols = ['*'] }: z.output<typeof queryInBody>): object {
  const { offers, truncated } = searchOffers(sim, q)
  if (select_cols.includes('*')) return { offers, truncated }
  const withColumns = (offer: object): object =>
    Object.fromEntries(Object.entries(offer).filter(([name]) => select_cols.includes(name)))
  return { offers: offers.map(withColumns), truncated }
}

/** Characters of a name that an answer repeats. */
const MOST_SHOWN = 64

function unknownName(name: string) {
  const [meant] = nearest(name, Object.keys(searchBody.shape))
  const hint = meant === undefined ? undefined : `not read: ${name.slice(0, MOST_SHOWN)} (${meant}?)`
  return refuse(
    catalogue['rental-offers.search.unknown-name'],
    `${name.slice(0, MOST_SHOWN)} is not a valid search key`,
    hint,
  )
}
