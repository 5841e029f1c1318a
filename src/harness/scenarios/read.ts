import { problems } from '../../kernel/wire.ts'
import { problemsOfChange } from '../../resources/change.ts'
import type { Bases } from '../../resources/tables.ts'
import { DocumentError, type PlacedProblem } from '../fixtures/problem.ts'
import type { Source } from '../fixtures/source.ts'
import { type Scenario, scenarioDocument } from './document.ts'
import { type Params, withParams } from './params.ts'
import { changesOf } from './timeline.ts'

/** A scenario with its parameters filled in. */
export interface ActiveScenario {
  readonly name: string
  readonly params: Params
  readonly document: Scenario
  /** Fails when the timeline does not fit the rows that it starts from. */
  readonly checkTimeline: (bases: Bases) => void
}

/** @throws DocumentError with every problem found, each with its file and line */
export function readScenario(source: Source, params: Params = {}): ActiveScenario {
  const filled = withParams(source, params)
  const result = scenarioDocument.safeParse(filled.value)
  if (!result.success) {
    throw new DocumentError(
      problems(result.error).map(({ path, message }) => ({ path, message, ...source.locate(path) })),
    )
  }
  const document = result.data
  return {
    name: document.name,
    params,
    document,
    checkTimeline: (bases) => {
      const found = timelineProblems(document, bases)
      if (found.length > 0) throw new DocumentError(found.map((each) => ({ ...each, ...source.locate(each.path) })))
    },
  }
}

function timelineProblems({ timeline }: Scenario, bases: Bases): readonly Pick<PlacedProblem, 'path' | 'message'>[] {
  return timeline.flatMap((entry, index) =>
    changesOf(entry).flatMap((change) => {
      const { collection, id, patch } = change
      const row = bases[collection].byId.get(id)
      if (patch === undefined) {
        const added = timeline.some(({ set }) => set?.[collection]?.[id] !== undefined)
        const path = ['timeline', index, 'remove', collection]
        return row === undefined && !added ? [{ path, message: `there is no ${id} in ${collection}` }] : []
      }
      const result = problemsOfChange(row, change)
      const path = ['timeline', index, 'set', collection, String(id)]
      if (result.success) return []
      const unknown =
        row === undefined
          ? [{ path, message: `there is no ${id} in ${collection}, and the fields given make no whole row` }]
          : []
      return [
        ...unknown,
        ...problems(result.error).map((each) => ({ path: [...path, ...each.path], message: each.message })),
      ]
    }),
  )
}
