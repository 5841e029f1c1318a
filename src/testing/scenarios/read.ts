import { check, MAX_PROBLEMS_SHOWN, problemsOf } from '../../kernel/wire.ts'
import { type Change, makeChange, checkChange } from '../../marketplace/change-row.ts'
import type { Tables } from '../../marketplace/collections.ts'
import { tablesOver } from '../../marketplace/tables.ts'
import { makeChanges } from './changes.ts'
import { rowsOf } from '../fixtures/document.ts'
import { DocumentError, placed, type PlacedProblem } from '../fixtures/problem.ts'
import { checkReferences } from '../fixtures/references.ts'
import type { Source } from '../fixtures/source.ts'
import type { Origin } from '../fixtures/origin.ts'
import { type Scenario, scenarioDocument } from './document.ts'
import { type Params, withParams } from './params.ts'
import { planTimeline } from './timeline.ts'

/** A scenario with its parameters filled in. */
export interface ActiveScenario {
  readonly name: string
  readonly params: Params
  readonly document: Scenario
  /** The document before validation, with its parameters filled in. */
  readonly written: unknown
  readonly locate: Source['locate']
  /** The scenario's own fixture, when it writes one out. */
  readonly inlineFixture: Source | undefined
  /** Fails when the timeline does not fit the rows that it starts from. */
  readonly checkTimeline: (origin: Origin, activatedMs: number) => void
}

/** @throws DocumentError with every problem found, each with its file and line */
export function readScenario(source: Source, params: Params = {}): ActiveScenario {
  const filled = withParams(source, params)
  const { data: document, problems: wrong } = check(scenarioDocument, filled.value, { jitless: true })
  if (document === undefined) throw new DocumentError(placed(wrong, source.locate))
  const fitting = new WeakSet<Origin>()
  return {
    name: document.name,
    params,
    document,
    written: filled.value,
    locate: source.locate,
    inlineFixture: inlineFixtureOf(document, source),
    checkTimeline: (origin, activatedMs) => {
      if (fitting.has(origin)) return
      const found = timelineProblems(document, origin, activatedMs)
      if (found.length > 0) throw new DocumentError(placed(found, source.locate))
      fitting.add(origin)
    },
  }
}

/** The fixture that a scenario writes out. */
export const inlineFixtureOf = ({ fixture }: Pick<Scenario, 'fixture'>, source: Source): Source | undefined =>
  typeof fixture === 'object' && !Array.isArray(fixture)
    ? { value: fixture, within: ['fixture'], locate: (path) => source.locate(['fixture', ...path]) }
    : undefined

type ChangeProblem = Pick<PlacedProblem, 'path' | 'message'>

/** Plays the timeline on a copy of the rows, and checks each change and the state after it by the rules of fixtures. */
function timelineProblems(
  { timeline }: Scenario,
  { rows, invention }: Origin,
  activatedMs: number,
): readonly ChangeProblem[] {
  const cell = { value: rows }
  const tables = tablesOver(cell)
  let found = 0
  return planTimeline(timeline, activatedMs).flatMap(({ index, atMs, changes }) => {
    // No more are shown.
    if (found >= MAX_PROBLEMS_SHOWN) return []
    const clock = { nowMs: atMs }
    const tried = tablesOver({ ...cell })
    const wrong = changes.flatMap((change) => {
      const found = changeProblems(change, tried, index)
      if (found.length === 0) makeChange({ tables: tried, invention, clock }, change)
      return found
    })
    found += wrong.length
    if (wrong.length > 0) return wrong
    const whys = makeChanges({ tables, invention, clock }, changes)
    // A removal may fail here and succeed in a test that has freed the row by then: the receipt of the move tells.
    const isRefused = changes.some(({ patch }, place) => patch !== undefined && whys[place] !== undefined)
    const broken = isRefused ? referenceProblems(tried, index) : []
    found += broken.length
    return broken
  })
}

/** Problems of the state after a change. */
function referenceProblems(tables: Tables, index: number): readonly ChangeProblem[] {
  const rows = rowsOf(tables)
  return checkReferences(rows).map(({ path: [collection, row, ...field], message }) => ({
    path: ['timeline', index, 'set', collection, String(rows[collection][Number(row)]?.id), ...field],
    message,
  }))
}

function changeProblems(change: Change, tables: Tables, index: number): readonly ChangeProblem[] {
  const { collection, id, patch } = change
  const row = tables[collection].get(id)
  const gone = `there is no ${id} in ${collection}`
  if (patch === undefined)
    return row === undefined ? [{ path: ['timeline', index, 'remove', collection], message: gone }] : []
  const result = checkChange(row, change)
  if (result.success) return []
  const path = ['timeline', index, 'set', collection, String(id)]
  const unknown = row === undefined ? [{ path, message: `${gone}, and the fields given make no whole row` }] : []
  return [
    ...unknown,
    ...problemsOf(result.error).map((each) => ({ path: [...path, ...each.path], message: each.message })),
  ]
}
