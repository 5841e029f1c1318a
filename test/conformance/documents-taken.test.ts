import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSimulator } from '../../src/index.ts'
import { about, type Schema, schema } from '../support/json-schema.ts'

const whole = z.looseObject({ $defs: z.record(z.string(), schema).default({}) }).and(schema)

type Place = readonly (string | number)[]

const DEPTH = 6
const OF_ANY_TYPE: readonly unknown[] = [true, 'x', '', -1, 0.5, 1e12, {}, ['x'], null]

/** Every place of a document that a schema has, with what could stand there. */
function* placesIn(node: Schema, defs: Readonly<Record<string, Schema>>, place: Place): Generator<[Place, Schema]> {
  const here = node.$ref === undefined ? node : defs[node.$ref.split('/').at(-1) ?? '']
  if (here === undefined || place.length > DEPTH) return
  if (place.length > 0) yield [place, here]
  for (const [name, field] of Object.entries(here.properties)) yield* placesIn(field, defs, [...place, name])
  // Of a tuple, and where any value may stand, there is nothing more to say.
  for (const [within, step] of [[here.additionalProperties, 'a'] as const, [here.items, 0] as const]) {
    const inner = schema.safeParse(within)
    if (inner.success) yield* placesIn(inner.data, defs, [...place, step])
  }
  for (const either of here.anyOf) yield* placesIn(either, defs, place)
}

const documentWith = (place: Place, value: unknown): unknown =>
  place.reduceRight<unknown>((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value)

/** What is said of the place: `fine` where it is right, whatever else is missing around it. */
function said(kind: 'fixture' | 'scenario', place: Place, value: unknown): string {
  try {
    createSimulator({ [kind]: documentWith(place, value) })
    return 'fine'
  } catch (error) {
    const lines = String(error).split('\n')
    const told = lines.flatMap((line) => line.split(`${place.join('.')}: `).slice(1))
    return told[0]?.trim() ?? 'fine'
  }
}

/** Names of rules have tests of their own, and there are many. */
const isCovered = ([first, second]: Place): boolean => first === 'rules' && second !== undefined

test.each(['fixture', 'scenario'] as const)('what fields of a %s take stays', async (kind) => {
  const { $defs, ...top } = whole.parse(JSON.parse(readFileSync(`schemas/${kind}.schema.json`, 'utf8')))
  const lines = new Set<string>()
  for (const [place, { minimum, maximum }] of placesIn(top, $defs, [])) {
    if (isCovered(place)) continue
    const bounds = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : about(bound)))
    const answers = new Map<string, string>()
    for (const value of new Set([...OF_ANY_TYPE, ...bounds])) {
      const message = said(kind, place, value)
      answers.set(message, `${answers.get(message) ?? ' '} ${JSON.stringify(value)}`)
    }
    lines.add([place.join('.'), ...[...answers].map(([message, values]) => `${values}  ${message}`)].join('\n'))
  }
  await expect([...lines].join('\n')).toMatchFileSnapshot(`../data/documents-taken-${kind}.txt`)
})
