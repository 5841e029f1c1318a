import { z } from 'zod'
import { didYouMean } from '../kernel/nearest.ts'
import type { Rule } from '../kernel/rule.ts'
import { rules } from './routes.ts'

export const rulesById: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]))

/** What is said of an id that no rule has. */
export function unknownRule(id: string): string {
  const [resource = ''] = id.split('.')
  const related = [...rulesById.keys()].filter((known) => known.startsWith(`${resource}.`))
  const resources = new Set([...rulesById.keys()].map((known) => `${known.split('.')[0]}.…`))
  return `there is no rule "${id}"${didYouMean(id, rulesById.keys())}; there are ${(related.length > 0 ? related : [...resources]).join(', ')}`
}

/** The name of what shapes answers: a rule that there is, or any fault or stub, as `fault.slow`. */
export const shaperId = z.string().refine((id) => rulesById.has(id) || /^(fault|stub)\./.test(id), {
  error: ({ input }) => unknownRule(String(input)),
})
