import type { Evidence } from '../../src/kernel/evidence.ts'
import { didYouMean } from '../../src/kernel/nearest.ts'

const kinds = ['capture', 'note', 'code', 'docs'] as const

/** What an editor checks a line by; what is wrong with one in particular is said by readEvidenceLine. */
export const EVIDENCE_LINE = String.raw`^.*\S \| (judgement|(${kinds.join('|')})( x\d+)?( \d{4}(-\d\d){0,2})?(,|;|$).*)$`

/**
 * Reads `What is said. | capture 2026-08, who shows it; code x4 2026-10`, or `What we think. | judgement`. A source
 * without a name is not published under one; there may be several of them.
 * @returns a piece of evidence for each source, or what is wrong with the line
 */
export function readEvidenceLine(line: string): readonly Evidence[] | string {
  const [, says = '', sources] = /^(.*\S) \| (.+)$/.exec(line) ?? []
  if (sources === undefined) return 'names no source: write " | judgement" or " | docs 2026-01, its name" at the end'
  if (sources === 'judgement') return [{ kind: 'judgement', source: 'judgement', date: null, count: 1, says }]
  const read = sources.split('; ').map(readSource)
  const problem = read.find((each) => typeof each === 'string')
  return problem ?? read.flatMap((each) => (typeof each === 'string' ? [] : [{ ...each, says }]))
}

/** Reads `code 2026-10-08, its name` or `code x4 2026-10-08`. */
function readSource(text: string): Omit<Evidence, 'says'> | string {
  const [, word, times, date = null, name] =
    /^(\S+?)(?: x(\d+))?(?: (\d{4}(?:-\d\d){0,2}))?(?:, (\S.*))?$/.exec(text) ?? []
  if (word === undefined || (times !== undefined && name !== undefined))
    return `"${text}" is no source: write its kind, its date where it has one, ", " and its name; or "x4" for four without names`
  const kind = kinds.find((each) => each === word)
  if (kind === undefined)
    return `there is no source of the kind "${word}"${didYouMean(word, kinds) || `; there are ${kinds.join(', ')}`}`
  const count = Number(times ?? 1)
  const source = name ?? (count === 1 ? 'not published under a name' : `${count} not published under names`)
  return { kind, source, date, count }
}
