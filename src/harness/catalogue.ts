import { z } from 'zod'
import { checkedFixture } from './checked-fixture.ts'
import type { Fixture } from './fixtures/document.ts'
import { whyNotTogether } from './fixtures/names.ts'
import { DocumentError } from './fixtures/problem.ts'
import { readFixture } from './fixtures/read.ts'
import { inlineSource } from './fixtures/source.ts'
import type { FixtureChoice, Library } from './library.ts'
import { sourceOf } from './named-source.ts'
import { type Scenario, scenarioDocument } from './scenarios/document.ts'
import type { Params } from './scenarios/params.ts'
import { type ActiveScenario, readScenario } from './scenarios/read.ts'

/** What a list shows of a scenario; its parameters need not be given for that. */
const headSchema = z.looseObject({
  description: scenarioDocument.shape.description,
  provider_states: scenarioDocument.shape.provider_states,
  params: scenarioDocument.shape.params,
  fixture: z.unknown().optional(),
  clock: z.unknown().optional(),
})

export interface Listed extends Pick<Scenario, 'description' | 'provider_states' | 'params'> {
  readonly name: string
  /** What it replaces in a sandbox where it is started: `data` takes the users and their keys along. */
  readonly brings: readonly ('data' | 'clock')[]
}

/** The same in words; undefined where it brings nothing. */
export const broughtBy = ({ brings }: Listed): string | undefined =>
  brings.length === 0 ? undefined : `brings its own ${brings.join(' and ')}`

function readHead(library: Library, name: string): Omit<Listed, 'name'> | undefined {
  try {
    const result = headSchema.safeParse(sourceOf(library, 'scenario', name).value)
    if (!result.success) return undefined
    const { description, provider_states, params, fixture, clock } = result.data
    const brings = [fixture === undefined ? [] : ['data' as const], clock === undefined ? [] : ['clock' as const]]
    return { description, provider_states, params, brings: brings.flat() }
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

/** What a file must say of itself, for documents that come with a call. */
const unnamed = { name: 'inline', description: 'Came with the call that started it.' }

const MAX_READ_FIXTURES = 32

/** Finds and validates what is named; a named fixture is read once. */
export class Catalogue {
  #fixtures: Library
  #scenarios: Library
  readonly #read = new Map<string, Fixture>()
  #listed: readonly Listed[] | undefined

  constructor(fixtures: Library, scenarios: Library) {
    this.#fixtures = fixtures
    this.#scenarios = scenarios
  }

  /** @throws DocumentError when there is no such fixture, or it cannot be used */
  fixture(choice: FixtureChoice): Fixture {
    if (typeof choice === 'string') return this.#named([choice])
    const why = isList(choice) ? whyNotTogether(choice) : undefined
    if (why !== undefined) throw new DocumentError([{ path: [], message: why }])
    return isList(choice) ? this.#named(choice) : readFixture([inlineSource(choice)])
  }

  /** @throws DocumentError when there is no such scenario, it cannot be used, or a parameter does not fit */
  scenario(choice: string | object, params: Params = {}): ActiveScenario {
    return readScenario(
      typeof choice === 'string'
        ? sourceOf(this.#scenarios, 'scenario', choice)
        : inlineSource({ ...unnamed, ...choice }),
      params,
    )
  }

  /** Every scenario that the library names and that can be read. */
  scenarios(): readonly Listed[] {
    this.#listed ??= this.#scenarios.names().flatMap((name) => {
      const head = readHead(this.#scenarios, name)
      return head === undefined ? [] : [{ ...head, name }]
    })
    return this.#listed
  }

  /** Takes over what another one has, and has read. */
  adopt(other: Catalogue): void {
    this.#fixtures = other.#fixtures
    this.#scenarios = other.#scenarios
    this.#listed = undefined
    this.#read.clear()
    for (const [key, fixture] of other.#read) this.#read.set(key, fixture)
  }

  #named(names: readonly string[]): Fixture {
    const key = names.join('\n')
    const known = this.#read.get(key)
    if (known !== undefined) return known
    const fixture =
      checkedFixture(this.#fixtures, names) ??
      readFixture(names.map((name) => sourceOf(this.#fixtures, 'fixture', name)))
    if (this.#read.size >= MAX_READ_FIXTURES) this.#read.clear()
    this.#read.set(key, fixture)
    return fixture
  }
}

const isList = (choice: readonly string[] | object): choice is readonly string[] => Array.isArray(choice)
