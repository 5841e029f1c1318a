import { z } from 'zod'
import { nearest } from '../kernel/nearest.ts'
import type { Rule } from '../kernel/rule.ts'
import { rules } from './routes.ts'

export const rulesById: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]))

const lastPart = (id: string): string => id.slice(id.lastIndexOf('.') + 1)
const before = (id: string): string => id.slice(0, id.lastIndexOf('.'))

/** The ids whose last part, or a word of it, is nearest to that of an id. */
function withNearestPart(id: string, among: readonly string[]): readonly string[] {
  const parts = (known: string): readonly string[] => [lastPart(known), ...lastPart(known).split('-')]
  const [part] = nearest(lastPart(id), among.flatMap(parts))
  return part === undefined ? [] : among.filter((known) => parts(known).includes(part))
}

/** `; did you mean "instances.create.offer-unknown" or "instances.create.offer-rented"?`, or nothing. */
function meantRules(id: string): string {
  const known = [...rulesById.keys()]
  const siblings = withNearestPart(
    id,
    known.filter((each) => before(each) === before(id)),
  )
  const meant = siblings.length > 0 ? siblings : nearest(id, withNearestPart(id, known))
  return meant.length === 0 ? '' : `; did you mean ${meant.map((each) => `"${each}"`).join(' or ')}?`
}

/** What is said of an id that no rule has. */
export function describeUnknownRule(id: string): string {
  const meant = meantRules(id)
  if (meant !== '') return `there is no rule "${id}"${meant}`
  const [resource = ''] = id.split('.')
  const related = [...rulesById.keys()].filter((known) => known.startsWith(`${resource}.`))
  const resources = new Set([...rulesById.keys()].map((known) => `${known.split('.')[0]}.…`))
  return `there is no rule "${id}"; there are ${(related.length > 0 ? related : [...resources]).join(', ')}`
}

/** The name of what shapes answers: a rule that there is, or any fault or stub, as `fault.slow`. */
export const shaperId = z.string().refine((id) => rulesById.has(id) || /^(fault|stub)\./.test(id), {
  error: ({ input }) => describeUnknownRule(String(input)),
})
