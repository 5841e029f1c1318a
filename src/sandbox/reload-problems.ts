import type { DocumentStore } from '../testing/fixtures/document-store'
import { readPart } from '../testing/fixtures/part.ts'
import { DocumentError, type PlacedProblem, problemLine } from '../testing/fixtures/problem.ts'
import { readFixture } from '../testing/fixtures/read.ts'
import { readSource, type Source } from '../testing/fixtures/source.ts'
import { type Libraries, type Library, shippedFixtures, shippedScenarios } from '../testing/fixtures/library.ts'
import { scenarioProblems } from './validate-scenario.ts'
import type { WorldConfig } from './world.ts'

/** What there is to be named, and what worlds start from. */
export interface Reading {
  readonly libraries: Libraries
  readonly documents: DocumentStore
  readonly base: WorldConfig
}

/**
 * What is wrong with documents that can be used no more, or that were changed and cannot be used.
 * What nobody touched and was wrong before is not told again; a fixture may be a part that others complete.
 */
export function spoiled(before: Reading, after: Reading): readonly PlacedProblem[] {
  const old = documentsOf(before)
  const found = [...documentsOf(after)].flatMap(([name, { text, problems, isPart }]) => {
    const known = old.get(name)
    return known?.problems.length === 0 || (known?.text !== text && !isPart) ? problems : []
  })
  return [...new Map(found.map((each) => [problemLine(each), each])).values()]
}

interface Checked {
  readonly problems: readonly PlacedProblem[]
  /** Whether all that is wrong may be right together with others. */
  readonly isPart: boolean
}

/** One that cannot be read has no text. */
type Own = readonly [name: string, document: Checked & { readonly text?: string }]

/** The documents that do not come with the package, by kind and name. */
function documentsOf({ libraries, documents, base }: Reading): ReadonlyMap<string, Own[1]> {
  const fixtures = ownOf('fixture', libraries.fixtures, shippedFixtures, (source) => ({
    isPart: readPart(source).problems.length === 0,
    problems: problemsOf(() => readFixture([source])),
  }))
  const scenarios = ownOf('scenario', libraries.scenarios, shippedScenarios, (source) => ({
    isPart: false,
    problems: scenarioProblems(source, documents, base),
  }))
  return new Map([...fixtures, ...scenarios])
}

function ownOf(kind: string, library: Library, shipped: Library, check: (source: Source) => Checked): readonly Own[] {
  return library.names().flatMap((name): Own[] => {
    let text: string | undefined
    try {
      const found = library.find(name)
      if (found === undefined || found === shipped.find(name)) return []
      text = found.text
      return [[`${kind} ${name}`, { text, ...check(readSource(text, found.file)) }]]
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      return [[`${kind} ${name}`, { text, problems: error.problems, isPart: false }]]
    }
  })
}

function problemsOf(act: () => unknown): readonly PlacedProblem[] {
  try {
    act()
    return []
  } catch (error) {
    if (error instanceof DocumentError) return error.problems
    throw error
  }
}
