import { RELEASED } from './released.ts'

/** What one source says of a rule, or why we chose so where none says anything. */
export interface Evidence {
  /** An answer of the service, a remark that it was seen, a client that relies on it, the documents of its vendor, or an opinion. */
  readonly kind: 'capture' | 'note' | 'code' | 'docs' | 'judgement'
  readonly says: string
  /** A repository, a thread or a document; files of public repositories without a known name are counted. */
  readonly source: string
  /** `2026-09-05`, `2026-09` or `2026`; null where it has no date. */
  readonly date: string | null
  /** How many independent sources it stands for. */
  readonly count: number
}

/** What a team learned itself, as it is written at a choice. */
export type GivenEvidence = Pick<Evidence, 'kind' | 'source' | 'says'> & Partial<Pick<Evidence, 'date' | 'count'>>

export const completeEvidence = ({ date = null, count = 1, ...rest }: GivenEvidence): Evidence => ({
  ...rest,
  date,
  count,
})

/** How well an assumption is supported, the best first. */
export const strengths = ['seen-live', 'published', 'judgement'] as const
export type Strength = (typeof strengths)[number]

export interface Support {
  readonly strength: Strength
  /** The latest date of what gives it that strength. */
  readonly date: string | null
  /** Whether that is more than a year before this release. */
  readonly is_old: boolean
}

/** Why this was chosen where no source says anything. */
export const judgement = (says: string): readonly Evidence[] => [
  { kind: 'judgement', source: 'judgement', date: null, count: 1, says },
]

/** A capture, or notes of two people, is the live service; what else is public is published. */
export function supportOf(evidence: readonly Evidence[]): Support {
  const ofKind = (...kinds: readonly Evidence['kind'][]) => evidence.filter(({ kind }) => kinds.includes(kind))
  const notes = ofKind('note')
  const hasSeveralNotes = notes.reduce((sum, { count }) => sum + count, 0) > 1
  const live = [...ofKind('capture'), ...(hasSeveralNotes ? notes : [])]
  if (live.length > 0) return supportBy('seen-live', live)
  const published = ofKind('note', 'code', 'docs')
  return supportBy(published.length > 0 ? 'published' : 'judgement', published)
}

function supportBy(strength: Strength, by: readonly Evidence[]): Support {
  const date = latest(by)
  return { strength, date, is_old: date !== null && date < yearBefore(RELEASED).slice(0, date.length) }
}

const yearBefore = (date: string): string => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`

export const weakest = (all: readonly Strength[]): Strength | undefined =>
  all.reduce<Strength | undefined>(
    (worst, each) => (worst === undefined || strengths.indexOf(each) > strengths.indexOf(worst) ? each : worst),
    undefined,
  )

const latest = (evidence: readonly Evidence[]): string | null =>
  evidence.reduce<string | null>((last, { date }) => (date !== null && date > (last ?? '') ? date : last), null)

/** In one line: `seen live 2026-09-05: the statement (its source); the next` */
export function describeEvidence(evidence: readonly Evidence[]): string {
  const said = new Map<string, string[]>()
  for (const { says, kind, source, date } of evidence) {
    const who = kind === 'judgement' ? [] : [date === null ? source : `${source}, ${date}`]
    said.set(says, [...(said.get(says) ?? []), ...who])
  }
  const parts = [...said].map(([says, who]) => (who.length === 0 ? says : `${says} (${who.join('; ')})`))
  return `${describeStrength(supportOf(evidence))}: ${parts.join('; ')}`
}

/** `seen live 2026-09-05`, `published 2024-01 (old)`, `judgement` */
export const describeStrength = ({ strength, date, is_old }: Support): string =>
  [strength.replace('-', ' '), ...(date === null ? [] : [date]), ...(is_old ? ['(old)'] : [])].join(' ')
