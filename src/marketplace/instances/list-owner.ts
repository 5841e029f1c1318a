import { fieldOf } from '../../kernel/object.ts'
import type { Adapt } from '../operation/route.ts'
import { ownerInQuery } from './list-rules.ts'

/** Reads `owner=me`, which asks for nothing else than the listing gives. */
export const withoutOwner: Adapt = ({ rules, trace }, raw) => {
  if (rules.chosen(ownerInQuery) !== 'read' || fieldOf(raw.query, 'owner') !== 'me') return raw
  trace.apply(ownerInQuery)
  return { ...raw, query: Object.fromEntries(Object.entries(raw.query).filter(([name]) => name !== 'owner')) }
}
