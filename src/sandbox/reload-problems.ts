import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import { attempt, type PlacedProblem, problemLine } from '../testing/fixtures/problem.ts'
import { checkDocument, readFixture } from '../testing/fixtures/read.ts'
import { readSource, type Source } from '../testing/fixtures/source.ts'
import { type Library, shippedFixtures, shippedScenarios } from '../testing/fixtures/library.ts'
import { scenarioProblems } from './validate-scenario.ts'
import type { WorldConfig } from './world-config.ts'

/** Documents, and the config under which scenarios are validated. */
export interface ReloadedDocuments {
  readonly documents: DocumentStore
  readonly base: WorldConfig
}

/**
 * Why a reload is refused: problems of documents that were fine before it, or that were changed and are wrong now.
 * A document that was wrong before and is the same as then is no reason, e.g. a draft that no test uses.
 */
export function reloadProblems(before: ReloadedDocuments, after: ReloadedDocuments): readonly PlacedProblem[] {
  const old = validateAll(before)
  const found = [...validateAll(after)].flatMap(([name, { text, problems, isPart }]) => {
    const known = old.get(name)
    return known?.problems.length === 0 || (known?.text !== text && !isPart) ? problems : []
  })
  return [...new Map(found.map((each) => [problemLine(each), each])).values()]
}

interface Validation {
  readonly problems: readonly PlacedProblem[]
  /** Whether a fixture is right in itself and only lacks rows that another fixture may bring. */
  readonly isPart: boolean
}

/** Kind and name, e.g. `scenario flaky-listing`, and what was found. A document that cannot be read has no text. */
type Named = readonly [name: string, validation: Validation & { readonly text?: string }]

/** Validates the documents that do not come with the package. */
function validateAll({ documents, base }: ReloadedDocuments): ReadonlyMap<string, Named[1]> {
  const { fixtures, scenarios } = documents.libraries
  return new Map([
    ...validateEach('fixture', fixtures, shippedFixtures, (source) => ({
      problems: attempt(() => readFixture([source])).problems,
      isPart: checkDocument(source).problems.length === 0,
    })),
    ...validateEach('scenario', scenarios, shippedScenarios, (source) => ({
      problems: scenarioProblems(source, documents, base),
      isPart: false,
    })),
  ])
}

function validateEach(
  kind: string,
  library: Library,
  shipped: Library,
  validate: (source: Source) => Validation,
): readonly Named[] {
  return library.names().flatMap((name): readonly Named[] => {
    const { result: found, problems: unread } = attempt(() => library.find(name))
    if (unread.length > 0) return [[`${kind} ${name}`, { problems: unread, isPart: false }]]
    if (found === undefined || found === shipped.find(name)) return []
    const { text, file } = found
    const { result, problems } = attempt(() => validate(readSource(text, file)))
    return [[`${kind} ${name}`, { text, ...(result ?? { problems, isPart: false }) }]]
  })
}
