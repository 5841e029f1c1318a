import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import { attempt, placed, type PlacedProblem, problemLine } from '../testing/fixtures/problem.ts'
import type { Source } from '../testing/fixtures/source.ts'
import { scenarioDocument } from '../testing/scenarios/document.ts'
import { type Params, paramsIn, withParams } from '../testing/scenarios/params.ts'
import { inlineFixtureOf, readScenario } from '../testing/scenarios/read.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import { check, problemText } from '../kernel/wire.ts'
import { fixtureOf, scenarioConfig } from './scenario-config.ts'
import { openWorld } from './world.ts'
import { type WorldConfig } from './world-config.ts'

/**
 * The problems of a scenario, without those that show only once others are mended. For a parameter without a default
 * sample values of its type are tried, and problems that these may cause are left out.
 */
export function scenarioProblems(
  source: Source,
  documents: DocumentStore,
  base: WorldConfig,
): readonly PlacedProblem[] {
  if (source.value === null) return attempt(() => readScenario(source, {})).problems
  const needed = neededParams(source.value)
  const values = needed.length === 0 ? [undefined] : samples
  const tries = values.map((sample) => {
    const params = Object.fromEntries(needed.map(({ name, type }) => [name, sample?.[type] ?? '']))
    return problemsUnder(params, source, documents, base)
  })
  const places = placesOf(source.value, (name) => needed.some((param) => param.name === name))
  if (tries.some((found) => found.length === 0)) return []
  const found = tries.flat().filter(({ path }) => !isDueTo(places, path))
  return [...new Map(found.map((each) => [problemLine(each), each])).values()]
}

/** Sample values: a count or an id, a status or a span, a share. */
const samples = [
  { number: 1, string: 'sample', boolean: true },
  { number: 200, string: 'sample', boolean: true },
  { number: 0.5, string: 'sample', boolean: false },
] as const

function neededParams(value: unknown) {
  const { data = {} } = scenarioDocument.shape.params.safeParse(fieldOf(value, 'params'))
  return Object.entries(data).flatMap(([name, param]) => (param.default === undefined ? [{ name, ...param }] : []))
}

function problemsUnder(
  params: Params,
  source: Source,
  documents: DocumentStore,
  base: WorldConfig,
): readonly PlacedProblem[] {
  const read = attempt(() => readScenario(source, params))
  if (read.result !== undefined) return attempt(() => openWorld(scenarioConfig(documents, base, read.result))).problems
  const filled = attempt(() => withParams(source, params))
  const { value } = filled.result ?? source
  const { data: fixture } = scenarioDocument.shape.fixture.safeParse(fieldOf(value, 'fixture'))
  const scenario = { document: { fixture }, inlineFixture: inlineFixtureOf({ fixture }, source), locate: source.locate }
  const ofFixture = attempt(() => fixtureOf(documents, scenario)).problems
  if (filled.result !== undefined) return [...read.problems, ...ofFixture]
  const places = placesOf(value, () => true)
  const known = new Set(read.problems.map(problemText))
  return [
    ...read.problems,
    ...[...shapeProblems(source), ...ofFixture].filter(
      (each) => each.path[0] !== 'params' && !known.has(problemText(each)) && !isDueTo(places, each.path),
    ),
  ]
}

function shapeProblems({ value, locate }: Source): readonly PlacedProblem[] {
  return placed(check(scenarioDocument, value, { jitless: true }).problems, locate)
}

type Path = readonly (string | number)[]

/** The paths at which a document uses parameters. */
function placesOf(value: unknown, isMeant: (name: string) => boolean, path: Path = []): readonly Path[] {
  if (typeof value === 'string') return paramsIn(value).some(isMeant) ? [path] : []
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, each]) =>
    placesOf(each, isMeant, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** Whether a problem may be due to one of the places: at it, within it, or of the list or the match around it. */
const isDueTo = (places: readonly Path[], path: Path): boolean =>
  places.some((place) => {
    if (place.every((step, index) => path[index] === step)) return true
    const isPart = typeof place.at(-1) === 'number' || path.at(-1) === 'match'
    return isPart && path.length === place.length - 1 && path.every((step, index) => place[index] === step)
  })
