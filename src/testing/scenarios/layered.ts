import { isObject } from '../../kernel/object.ts'
import { DocumentError } from '../fixtures/problem.ts'
import { inlineSource } from '../fixtures/source.ts'
import { reachableOperations } from '../faults/reachability.ts'
import type { Fault } from '../faults/schema.ts'
import type { Scenario } from './document.ts'
import { withoutParams } from './params.ts'
import { type ActiveScenario, readScenario } from './read.ts'

/**
 * Two scenarios as one, with the faults, stubs and timelines of both, and whatever else either names. Fixtures that both
 * name are put together as `fixture: [a, b]` is; of two parameters of one name, the value above wins.
 * @throws DocumentError with all that both name and that differs
 */
export function layered(below: ActiveScenario, above: ActiveScenario): ActiveScenario {
  const found = contradictions(below.document, above.document)
  if (found.length > 0)
    throw new DocumentError(
      found.map((what) => ({ path: [], message: `${below.name} and ${above.name} contradict each other: ${what}` })),
    )
  const [lower, upper] = [fieldsOf(below), fieldsOf(above)]
  const rules: object = Object.assign({}, lower['rules'], upper['rules'])
  const whole: Readonly<Record<string, unknown>> = {
    ...lower,
    ...upper,
    name: `${below.name}_and_${above.name}`.slice(0, MAX_LAYERED_NAME),
    description: `${below.document.description}\n${above.document.description}`,
    ...joined(below.document.fixture, above.document.fixture),
    ...(Object.keys(rules).length > 0 && { rules }),
    ...Object.fromEntries(LISTS.map((list) => [list, union(lower[list], upper[list])])),
  }
  const declared = above.document.params
  const kept = Object.entries(below.params).filter(([name]) => !Object.hasOwn(declared, name))
  const params = { ...below.document.params, ...declared }
  return readScenario(inlineSource({ ...Object(withoutParams({ ...whole, params: undefined })), params }), {
    ...Object.fromEntries(kept),
    ...above.params,
  })
}

/** As long as a name may be. */
const MAX_LAYERED_NAME = 64

const LISTS = ['faults', 'stubs', 'timeline'] as const

/** What a scenario names once. */
const SINGLE = ['clock', 'rate_limit', 'progression', 'dialect'] as const

const fieldsOf = ({ written }: ActiveScenario): Readonly<Record<string, unknown>> => (isObject(written) ? written : {})

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether both are given, and are not the same. */
const differ = (a: unknown, b: unknown): boolean => a !== undefined && b !== undefined && !isSame(a, b)

function union(below: unknown = [], above: unknown = []): readonly unknown[] {
  const all = [below, above].flat()
  return all.filter((each, index) => all.findIndex((other) => isSame(other, each)) === index)
}

type FixtureNames = Scenario['fixture']

const isNamed = (fixture: FixtureNames): fixture is string | string[] =>
  typeof fixture === 'string' || Array.isArray(fixture)

/** The field for a fixture where both name some. */
const joined = (below: FixtureNames, above: FixtureNames): Pick<Scenario, 'fixture'> =>
  isNamed(below) && isNamed(above) ? { fixture: [...new Set([below, above].flat())] } : {}

function contradictions(below: Scenario, above: Scenario): readonly string[] {
  const single = SINGLE.filter((name) => differ(below[name], above[name])).map((name) => `each names its own ${name}`)
  const rules = Object.keys(below.rules ?? {})
    .filter((id) => differ(below.rules?.[id], above.rules?.[id]))
    .map((id) => `each chooses otherwise at the rule ${id}`)
  const areNamed = isNamed(below.fixture) && isNamed(above.fixture)
  const data =
    !areNamed && differ(below.fixture, above.fixture)
      ? ['both define data. Write one scenario for both, or let each name a fixture.']
      : []
  const named = (['faults', 'stubs'] as const).flatMap((list) =>
    below[list].flatMap(({ name, ...one }) =>
      above[list].some((other) => other.name === name && !isSame({ ...other, name }, { name, ...one }))
        ? [`each has its own "${name}" in ${list}`]
        : [],
    ),
  )
  return [...single, ...rules, ...data, ...named, ...(named.length > 0 ? [] : sharedResponses(below, above))]
}

/** Faults of both that take the place of the response of one operation: only one of them can. */
const sharedResponses = (below: Scenario, above: Scenario): readonly string[] =>
  below.faults.filter(replaces).flatMap((one) =>
    above.faults
      .filter((other) => replaces(other) && !isSame(one, other))
      .flatMap((other) => {
        const both = reachableOperations(other.match).find((each) => reachableOperations(one.match).includes(each))
        return both === undefined ? [] : [`the faults ${one.name} and ${other.name} both answer ${both.id}`]
      }),
  )

const replaces = ({ effect, when }: Fault): boolean =>
  [effect, ...(when.sequence ?? [])].some((each) => each?.replacement !== undefined || each?.hangs === true)
