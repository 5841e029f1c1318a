import { nearest } from '../../../../kernel/nearest.ts'
import { problemText, problemsOf } from '../../../../kernel/wire.ts'
import type { JournalFilter } from '../../../../testing/documents.ts'
import { journalFilters } from '../../../../testing/journal/filter.ts'

/** A search of the journal, as a person writes it: `status:>=400 operation:instances.list nightly`. */
export interface Search {
  /** The same with what the query of the URL says besides. */
  readonly q: string
  readonly filter: JournalFilter
  /** Why it cannot be read, for the field; empty where it can. */
  readonly problem: string
}

/** Parameters of the page that are no criteria. */
const OF_PAGE = new Set(['q', 'exchange', 'show', 'as', 'whole', 'order', 'before', 'limit'])

/** The names of the criteria: those of the query of GET /_sim/requests. */
const names = Object.keys(journalFilters.shape).filter((name) => !OF_PAGE.has(name))

/** A criterion, or words. What stands in double quotes is words, whatever is in it. */
const PART = /([a-z][\w-]*):(?!\/\/)("[^"]*"|\S*)|"[^"]*"|[^\s"]+/gi

type Query = Readonly<Record<string, string | undefined>>

export function readSearch(query: Query): Search {
  const written = query['q']?.trim() ?? ''
  const given = Object.entries(query).filter(([name, value]) => !OF_PAGE.has(name) && value !== '' && name !== 'text')
  const q = [written, ...given.map(([name, value]) => tokenOf(name, value ?? '')), query['text'] ?? '']
    .filter((part) => part !== '')
    .join(' ')
  const { criteria, text } = partsOf(q)
  const read = journalFilters.safeParse({
    ...criteria,
    ...(text !== '' && { text }),
    ...(query['before'] !== undefined && query['before'] !== '' && { before: query['before'] }),
  })
  if (read.success) return { q, filter: read.data, problem: '' }
  const unknown = Object.keys(criteria).find((name) => !names.includes(name))
  const [near] = unknown === undefined ? [] : nearest(unknown, names)
  const problem =
    unknown === undefined
      ? problemsOf(read.error).map(problemText).join('; ')
      : `there is no ${unknown}:, ${near === undefined ? `but ${names.join(', ')}.` : `did you mean ${near}:?`} Words with a colon stand in double quotes.`
  return { q, filter: {}, problem }
}

function partsOf(q: string): { readonly criteria: Readonly<Record<string, string>>; readonly text: string } {
  const criteria: Record<string, string> = {}
  const words: string[] = []
  for (const [part, name, value = ''] of q.matchAll(PART)) {
    if (name === undefined) words.push(part)
    else {
      const criterion = name.toLowerCase() === 'op' ? 'operation' : name.toLowerCase()
      const earlier = criterion === 'status' ? criteria[criterion] : undefined
      criteria[criterion] = [...(earlier === undefined ? [] : [earlier]), value.replaceAll('"', '')].join(',')
    }
  }
  return { criteria, text: words.join(' ') }
}

const tokenOf = (name: string, value: string): string => `${name}:${/\s/.test(value) ? `"${value}"` : value}`

/** Whether a search has a criterion, alone or with others. */
export const hasCriterion = (q: string, name: string, value: string): boolean => partsOf(q).criteria[name] === value

/** A search with a criterion in place of the one of its name; without it where it has it already. */
export function toggled(q: string, name: string, value: string): string {
  const others = [...q.matchAll(PART)].filter(([, each]) => each?.toLowerCase() !== name).map(([part]) => part)
  return [...(hasCriterion(q, name, value) ? [] : [tokenOf(name, value)]), ...others].join(' ')
}

/** What the field proposes. */
export const proposals = (operations: readonly string[]): readonly string[] => [
  'status:>=400',
  'status:5xx',
  'basis:assumed',
  'basis:injected',
  'has:finding',
  'has:changes',
  'has:near-miss',
  ...operations.map((id) => `operation:${id}`),
]
