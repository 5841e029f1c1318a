import { expect, test } from 'vitest'
import { operations, rules as known } from '../../src/marketplace/routes.ts'
import { simulate, type Simulated } from './simulate.ts'

interface Context {
  /** As the function of that name; the rules that its answers name are counted for this test. */
  readonly simulate: typeof simulate
}

type Body = (context: Context) => Promise<void>
type Answered = Simulated['answers'][number]

/** The title is the caller's, and not a literal here. */
const add = test

/**
 * A test that proves rules of the contract: besides its own assertions, every rule it names must have shaped
 * an answer while it ran. docs/contract.md lists it as the proof.
 */
export function proves(rules: string | readonly string[], title: string, body: Body): void {
  add(title, async () => {
    const answers = await answersOf(body)
    const applied = new Set(answers.flatMap((answer) => answer.rules))
    for (const rule of [rules].flat()) expect(applied, `the rule ${rule} shaped no answer of this test`).toContain(rule)
  })
}

/**
 * A test of requests that come near to rules and are not shaped by them. Every rule has one beside its proof.
 * @see checkAbsent
 */
export function absent(rules: string | readonly string[], title: string, body: Body): void {
  add(title, () => checkAbsent(rules, body))
}

/**
 * No answer may name one of the rules while the body runs, and for each rule there must be an answer that could have:
 * of an operation that declares it, to a caller who is known.
 */
export async function checkAbsent(rules: string | readonly string[], body: Body): Promise<void> {
  const answers = await answersOf(body)
  for (const rule of [rules].flat()) {
    const near = answers.filter((answer) => couldName(rule, answer))
    expect(near.length, `no answer of this test could name the rule ${rule}`).toBeGreaterThan(0)
    const named = answers.filter((answer) => answer.rules.includes(rule))
    expect(named, `the rule ${rule} shaped an answer of this test`).toEqual([])
  }
}

async function answersOf(body: Body): Promise<readonly Answered[]> {
  const worlds: Simulated[] = []
  await body({
    simulate: (...given) => {
      const world = simulate(...given)
      worlds.push(world)
      return world
    },
  })
  return worlds.flatMap((world) => world.answers)
}

const patterns = operations.map(({ method, path, rules }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  rules: new Set([...rules].map(({ id }) => id)),
}))

/** Rules that speak before the caller is known, or where no operation does. */
const BEFORE_THE_CALLER = /^(authentication|routing)\./

/** Whether an answer came about where a rule has its say. */
function couldName(rule: string, { method, path, rules }: Answered): boolean {
  if (!known.some(({ id }) => id === rule)) throw new Error(`there is no rule ${rule}`)
  const asked = method === 'HEAD' ? 'GET' : method
  const operation = patterns.find((each) => each.method === asked && each.pattern.test(path))
  const declared = operation?.rules.has(rule) ?? false
  if (BEFORE_THE_CALLER.test(rule)) return declared || rule.startsWith('routing.')
  const needsKey = operation?.rules.has('authentication.bearer-key') ?? true
  return declared && (!needsKey || rules.includes('authentication.bearer-key'))
}
