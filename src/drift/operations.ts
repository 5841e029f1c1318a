import { openApiDocument } from '../contract/openapi.ts'
import { isSchema } from '../contract/json-schema.ts'
import { fieldOf } from '../kernel/object.ts'
import { fitsTemplate } from '../kernel/path.ts'
import type { Availability, Operation } from '../kernel/operation.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { operations } from '../marketplace/routes.ts'
import { version } from '../version.ts'

interface Found {
  readonly operation: Operation
  /** The choice that says whether it is served, where the contract does not name it. */
  readonly availability?: Availability
  readonly lacksSlash: boolean
}

/** The operation that a request is for, those too that the contract does not name. */
export function operationFor({ method, path }: { readonly method: string; readonly path: string }): Found | undefined {
  const found = operations.flatMap((operation) =>
    [{ path: operation.path, availability: operation.availability }, ...(operation.otherPaths ?? [])].flatMap((at) =>
      operation.method === method && fitsTemplate(path, at.path) ? [{ operation, ...at }] : [],
    ),
  )
  // A path that is spelled out comes before one with parameters.
  const best = found.find((each) => !each.path.includes('{')) ?? found[0]
  return best && { operation: best.operation, availability: best.availability, lacksSlash: !path.endsWith('/') }
}

const noExamples = { request: () => undefined, response: () => undefined }

/** The schemas of answers as /openapi.json publishes them where rules are in force. */
export class PublishedSchemas {
  readonly components: Readonly<Record<string, unknown>>
  readonly #responses: ReadonlyMap<string, Readonly<Record<string, unknown>>>

  constructor(rules: RulesInForce) {
    const { paths, components } = openApiDocument(version, noExamples, rules)
    this.components = components.schemas
    this.#responses = new Map(
      Object.values(paths).flatMap((item) =>
        Object.values(item).map((each): [string, Readonly<Record<string, unknown>>] => {
          const responses = fieldOf(each, 'responses')
          return [String(fieldOf(each, 'x-sim-operation')), isSchema(responses) ? responses : {}]
        }),
      ),
    )
  }

  /** The schema of the body under a status; undefined where the operation does not answer with it. */
  of(operation: Operation, status: number): unknown {
    const response = this.#responses.get(operation.id)?.[status]
    return fieldOf(fieldOf(fieldOf(response, 'content'), 'application/json'), 'schema')
  }
}
