import { z } from 'zod'
import { openApiDocument } from '../../contract/openapi.ts'
import type { JsonSchema } from '../../contract/json-schema.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { calls } from '../../control/calls.ts'
import { controlOpenApi } from '../../control/openapi.ts'
import { operationsUnder } from '../../marketplace/routes.ts'
import { version } from '../../version.ts'
import { controlExamples } from './control-examples.ts'
import type { ReferenceContext } from './context.ts'

/** What may be asked, and what is answered: an operation or a control call. */
export interface Entry {
  /** The name of its page: `instances.list`, `control.post-clock-advance`. */
  readonly id: string
  readonly group: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  readonly parameters: readonly Parameter[]
  readonly body: Body | undefined
  readonly responses: readonly DescribedResponse[]
  /** Undefined for a control call. */
  readonly operation: Operation | undefined
  /** The key that its example was made with. */
  readonly key: string | undefined
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string | undefined
  readonly schema: JsonSchema
  readonly example?: unknown
}

interface Body {
  readonly schema: JsonSchema
  readonly example?: unknown
}

interface DescribedResponse {
  readonly status: string
  readonly description: string
  /** Undefined for what a control call answers. */
  readonly basis: string | undefined
  readonly schema: JsonSchema
  readonly example?: unknown
}

/** The entries of an API, with what their schemas refer to by name. */
export interface Reference {
  readonly entries: readonly Entry[]
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

const schema = z.record(z.string(), z.unknown())
/** The one media type of a body, which is JSON in most. */
const content = z
  .record(z.string(), z.object({ schema, example: z.unknown().optional() }))
  .transform((types) => Object.values(types)[0] ?? { schema: {} })

/** The part of an OpenAPI operation that is shown. */
const described = z.object({
  summary: z.string(),
  description: z.string().optional(),
  'x-sim-operation': z.string().optional(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query']),
      required: z.boolean(),
      description: z.string().optional(),
      schema,
      example: z.unknown().optional(),
    }),
  ),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), 'x-sim-basis': z.string().optional(), content })),
})

type Described = z.output<typeof described>

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const describedIn = (paths: Paths) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, each]) => ({
      path,
      method: method.toUpperCase(),
      described: described.parse(each),
    })),
  )

const shown = ({ summary, description, parameters, requestBody, responses }: Described) => ({
  summary,
  description,
  parameters,
  body: requestBody?.content,
  responses: Object.entries(responses).map(([status, response]) => ({
    status,
    description: response.description,
    basis: response['x-sim-basis'],
    ...response.content,
  })),
})

const known = new WeakMap<RulesInForce, Promise<Reference>>()

/** The operations that are served under the rules that are shown. */
export function operationReference({ options, world, inForce, dialect }: ReferenceContext): Promise<Reference> {
  const made = known.get(inForce)
  if (made !== undefined) return made
  const making = options.examples({ ...world.config, dialect }, inForce).then((examples) => {
    const { paths, components } = openApiDocument(version, examples, inForce)
    const operations = new Map(operationsUnder(inForce).map((operation) => [operation.id, operation]))
    const entries = describedIn(paths).flatMap(({ method, path, described: each }): readonly Entry[] => {
      const operation = operations.get(each['x-sim-operation'] ?? '')
      if (operation === undefined) return []
      const { id } = operation
      const key = examples.request(id)?.key
      return [{ ...shown(each), id, group: id.slice(0, id.indexOf('.')), method, path, operation, key }]
    })
    return { entries, schemas: components.schemas }
  })
  known.set(inForce, making)
  return making
}

const ownBounds = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  schemas: z.record(z.string(), schema),
})

/** The contract says nothing of control calls: none of their bounds is an assumption. */
const withoutAssumed = (key: string, value: unknown): unknown => (key === 'x-sim-assumed' ? undefined : value)

let controls: Reference | undefined

/** The control calls. */
export const controlReference = (): Reference => (controls ??= describeControls())

function describeControls(): Reference {
  const document = controlOpenApi(calls, '')
  const { paths, schemas } = ownBounds.parse(
    JSON.parse(JSON.stringify({ paths: document.paths, schemas: document.components.schemas }), withoutAssumed),
  )
  const entries = describedIn(paths).map(({ method, path, described: each }) => {
    const [, group = ''] = /^\/_sim\/([\w-]+)/.exec(path) ?? []
    const { params = {}, body } = controlExamples[`${method} ${path.slice('/_sim'.length)}`] ?? {}
    const entry = shown(each)
    return {
      ...entry,
      id: controlId(method, path),
      group,
      method,
      path,
      operation: undefined,
      key: undefined,
      parameters: entry.parameters.map((parameter) => ({ ...parameter, example: params[parameter.name] })),
      body: entry.body && { ...entry.body, example: body ?? {} },
    }
  })
  return { entries, schemas }
}

/** `control.patch-state-collection-id` */
const controlId = (method: string, path: string): string =>
  `control.${method.toLowerCase()}-${path.slice('/_sim/'.length).replaceAll(/[{}]/g, '').replaceAll(/[/.]/g, '-')}`
