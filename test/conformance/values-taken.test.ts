import { expect, test } from 'vitest'
import { z } from 'zod'
import { asRequest, type Call, callsTo } from '../../src/contract/examples.ts'
import { createSimulator } from '../../src/index.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { about, type Schema, schema } from '../support/json-schema.ts'

const content = z.object({ 'application/json': z.object({ schema }) })
const answer = z.object({ msg: z.string().optional(), detail: z.unknown().optional() }).catch({})
const description = z.object({
  components: z.object({ schemas: z.record(z.string(), schema) }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        'x-sim-operation': z.string(),
        parameters: z
          .array(
            z.object({ name: z.string(), in: z.string() }).and(z.union([z.object({ schema }), z.object({ content })])),
          )
          .default([]),
        requestBody: z.object({ content }).optional(),
      }),
    ),
  ),
})

const OF_ANY_TYPE: readonly unknown[] = JSON.parse(
  '[null, true, -1, 0, 1, 0.5, 1e16, "", "1", "x", [], [1], ["x"], {}, { "eq": 1 }, { "x": "x" }]',
)

/** What no field with fields within takes. */
const NO_FILTER = { x: 'x' }

/** Values of each type, and those about each bound. */
const valuesFor = ({ minimum, maximum, exclusiveMinimum, minLength, maxLength }: Schema): readonly unknown[] => [
  ...OF_ANY_TYPE,
  ...[minimum, maximum, exclusiveMinimum].flatMap((bound) => (bound === undefined ? [] : about(bound))),
  ...[minLength, maxLength].flatMap((bound) =>
    bound === undefined ? [] : about(bound).map((length) => 'x'.repeat(Math.max(0, length))),
  ),
]

const shown = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.length - 2} characters` : text
}

type Variant = readonly [field: string, value: unknown, input: object]

/** An object with the fields of a right one, of which one differs. Of fields with like fields within, the first; of the others, that they are read. */
function* variants(
  right: object,
  of: Schema,
  resolved: (of: Schema) => Schema,
  tried = new Set<string>(),
  path = '',
): Generator<Variant> {
  const { properties, anyOf } = resolved(of)
  const ofAny = anyOf.flatMap((each) => Object.entries(resolved(each).properties))
  for (const [name, field] of [...Object.entries(properties), ...ofAny]) {
    const shape = resolved(field)
    const alike = Object.keys(shape.properties).length > 0 && JSON.stringify(shape.properties)
    if (alike !== false && tried.has(alike)) {
      yield [path + name, NO_FILTER, { ...right, [name]: NO_FILTER }]
      continue
    }
    for (const value of valuesFor(shape)) yield [path + name, value, { ...right, [name]: value }]
    if (alike === false) continue
    tried.add(alike)
    const inner: unknown = Reflect.get(right, name)
    for (const [within, value, changed] of variants(Object(inner ?? {}), shape, resolved, tried, `${path}${name}.`))
      yield [within, value, { ...right, [name]: changed }]
  }
}

/** The first request of each operation. */
const right = new Map(
  callsTo(operations)
    .toReversed()
    .map((call) => [call.operation, call]),
)

/** What each field answers to which values; fields that answer alike are named together. */
class Outcomes {
  readonly #byField = new Map<string, Map<string, Set<string>>>()

  add(field: string, status: number, told: string, rules: readonly string[], value: unknown): void {
    const outcomes = this.#byField.get(field) ?? new Map<string, Set<string>>()
    this.#byField.set(field, outcomes)
    const outcome = `${status} ${told.replaceAll(field.replace(/^\w+ /, ''), '<field>')} (${rules.join(' ')})`
    outcomes.set(outcome, (outcomes.get(outcome) ?? new Set()).add(shown(value)))
  }

  lines(): readonly string[] {
    const alike = new Map<string, string[]>()
    for (const [field, outcomes] of this.#byField) {
      const text = [...outcomes].map(([outcome, values]) => `  ${outcome} <- ${[...values].join(' ')}`).join('\n')
      alike.set(text, [...(alike.get(text) ?? []), field])
    }
    return [...alike].flatMap(([text, fields]) => [`${fields.join(', ')}:`, text])
  }
}

test.each(['documented', 'observed'] as const)('what fields take in the dialect %s stays', async (dialect) => {
  const sim = createSimulator({ clock: 'frozen', seed: 'kept', dialect })
  const { paths, components } = description.parse(await (await sim.fetch('/openapi.json')).json())
  const resolved = (of: Schema): Schema => {
    const named = of.$ref === undefined ? undefined : components.schemas[of.$ref.replace('#/components/schemas/', '')]
    return named === undefined ? of : resolved(named)
  }
  const lines: string[] = []
  for (const described of Object.values(paths).flatMap((each) => Object.values(each))) {
    const { 'x-sim-operation': operation, parameters, requestBody } = described
    const call = right.get(operation)
    if (call === undefined) throw new Error(`no example of ${operation}`)
    const outcomes = new Outcomes()
    const ask = async ([field, value]: Variant, { key = 'renter-key', text, ...changed }: Call) => {
      sim.reset()
      const response = await sim.fetch(asRequest({ ...changed, key, text }, operations))
      const { msg, detail = '' } = answer.parse(await response.json())
      const rules = (response.headers.get('x-sim-rules') ?? '').split(',')
      const telling = rules.filter((rule) => !rule.startsWith('authentication.'))
      const hint = response.headers.get('x-sim-hint')
      const told = `${msg ?? JSON.stringify(detail)}${hint === null ? '' : ` [${hint}]`}`
      outcomes.add(field, response.status, told, telling, value)
    }
    const body = requestBody?.content['application/json'].schema ?? { properties: {}, anyOf: [] }
    for (const variant of variants(call.body ?? {}, body, resolved)) await ask(variant, { ...call, body: variant[2] })
    for (const { name, in: place, ...typed } of parameters) {
      const part = place === 'path' ? 'params' : 'query'
      const of = {
        properties: { [name]: 'schema' in typed ? typed.schema : typed.content['application/json'].schema },
        anyOf: [],
      }
      for (const variant of variants(call[part] ?? {}, of, resolved))
        await ask(variant, { ...call, [part]: variant[2] })
    }
    lines.push(operation, ...outcomes.lines())
  }
  await expect(lines.join('\n')).toMatchFileSnapshot(`../data/values-taken-${dialect}.txt`)
})
