import { z } from 'zod'
import { type Call, callsTo } from '../../src/contract/example-calls.ts'
import { createSimulator } from '../../src/index.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { about, type Schema, schema } from './json-schema.ts'

const content = z.object({ 'application/json': z.object({ schema }) })
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

/** The first example of each operation. */
export const firstCalls: ReadonlyMap<string, Call> = new Map(
  callsTo(operations)
    .toReversed()
    .map((call) => [call.operation, call]),
)

/** A right request of which one field has another value. */
export interface FieldVariant {
  readonly operation: string
  readonly field: string
  readonly value: unknown
  readonly call: Call
}

/** Of each operation of a dialect, each field with values of all kinds. */
export async function variantsOf(dialect: 'documented' | 'observed'): Promise<readonly FieldVariant[]> {
  const sim = createSimulator({ clock: 'frozen', seed: 'kept', dialect })
  const { paths, components } = description.parse(await (await sim.fetch('/openapi.json')).json())
  const resolved = (of: Schema): Schema => {
    const named = of.$ref === undefined ? undefined : components.schemas[of.$ref.replace('#/components/schemas/', '')]
    return named === undefined ? of : resolved(named)
  }
  return Object.values(paths)
    .flatMap((each) => Object.values(each))
    .flatMap(({ 'x-sim-operation': operation, parameters, requestBody }) => {
      const call = firstCalls.get(operation)
      if (call === undefined) throw new Error(`no example of ${operation}`)
      const body = requestBody?.content['application/json'].schema ?? { properties: {}, anyOf: [] }
      const inBody = [...variants(call.body ?? {}, body, resolved)].map(([field, value, changed]) => ({
        operation,
        field,
        value,
        call: { ...call, body: changed },
      }))
      const inAddress = parameters.flatMap(({ name, in: place, ...typed }) => {
        const part = place === 'path' ? 'params' : 'query'
        const of = {
          properties: { [name]: 'schema' in typed ? typed.schema : typed.content['application/json'].schema },
          anyOf: [],
        }
        return [...variants(call[part] ?? {}, of, resolved)].map(([field, value, changed]) => ({
          operation,
          field,
          value,
          call: { ...call, [part]: changed },
        }))
      })
      return [...inBody, ...inAddress]
    })
}
