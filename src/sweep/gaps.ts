import { groupBy } from '../kernel/group-by.ts'
import type { Fact } from './fact.ts'

/** Fields of a kind that are named. */
const MAX_NAMED = 8

interface Told {
  readonly id: string
  readonly family: string
  readonly operation: string
  readonly verdict: string
  readonly evidence: { readonly changed?: string | undefined }
}

/** What nothing shows of how a client reads answers, a phrase each: no test looks, or no trial can tell. */
export function gapsOf(calls: readonly Fact[], trials: readonly Told[]): string[] {
  const open = trials.filter(({ family, verdict }) => family === 'answers' && verdict === 'undecided')
  const of = (name: RegExp): readonly Told[] => open.filter(({ id }) => name.test(id))
  const nulls = of(/\/(unusual[\d.]*|null\.[\w.]+)$/).flatMap(({ evidence: { changed = '' } }) =>
    [...changed.matchAll(/"set":"\$\.?(?:\w+\[\*\]\.)?([\w.]+)/g)].map(([, field = '']) => field),
  )
  const money = calls.flatMap(({ responseBody }) => [...responseBody.matchAll(MONEY)].map(([, field = '']) => field))
  const users = groupBy(calls, ({ keyDigest }) => keyDigest)
  return [
    ...phrase(
      'the order of rows',
      of(/\/other-order\.\w+$/).map(({ operation }) => operation),
    ),
    ...phrase('null, and that it is not 0', nulls),
    ...phrase(
      'whole numbers as floats',
      of(/\/(unusual[\d.]*|float\.[\w.]+)$/).map(({ operation }) => operation),
    ),
    ...phrase('sums of money', money),
    ...(users.size === 1 ? ['answers for a second user: every call has the same key'] : []),
  ]
}

const MONEY = /"(\w*(?:cost|price|dph|credit|amount|balance)\w*)":-?\d+\.\d/g

function phrase(what: string, concerned: readonly string[]): readonly string[] {
  const names = [...new Set(concerned)]
  const more = names.length - MAX_NAMED
  return names.length === 0
    ? []
    : [`${what} (${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? `, and ${more} more` : ''})`]
}
