import { baseOf } from './address.tsx'
import { call, readJson } from './calls.ts'
import { linkSchemas, type Schema } from './schema.ts'

export interface NamedRule {
  readonly id: string
  readonly basis: string
  readonly text: string
}

interface Media {
  readonly schema?: Schema
  readonly example?: unknown
}

interface Described {
  readonly summary: string
  readonly description?: string
  readonly 'x-sim-operation'?: string
  readonly 'x-sim-scope'?: string
  readonly 'x-sim-key'?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, DescribedResponse>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

interface DescribedResponse {
  readonly description: string
  readonly 'x-sim-basis'?: string
  readonly 'x-sim-rules'?: readonly NamedRule[]
  readonly content?: Readonly<Record<string, Media>>
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** An operation or a control call, which the reference shows at its address. */
export interface Entry extends Described {
  /** `instances.list`, `control.post-clock-advance` */
  readonly id: string
  readonly group: string
  readonly method: string
  readonly path: string
  readonly isControl: boolean
}

function entriesOf(document: OpenApi, isControl: boolean): readonly Entry[] {
  linkSchemas(document, document.components.schemas)
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => {
      const operation = described['x-sim-operation'] ?? ''
      const [, group = ''] = isControl ? (/^\/_sim\/([\w-]+)/.exec(path) ?? []) : (/^([^.]*)/.exec(operation) ?? [])
      const id = isControl ? controlId(method, path) : operation
      const name = `${isControl ? 'Control: ' : ''}${group.replaceAll(/[-_]/g, ' ')}`
      return { ...described, id, group: name, method: method.toUpperCase(), path, isControl }
    }),
  )
}

/** `control.patch-state-collection-id` */
const controlId = (method: string, path: string): string =>
  `control.${method}-${path.slice('/_sim/'.length).replaceAll(/[{}]/g, '').replaceAll(/[/.]/g, '-')}`

export const mediaOf = (content: Readonly<Record<string, Media>> | undefined): Media =>
  Object.values(content ?? {})[0] ?? {}

/** The operations of the simulated interface, which need no token. */
export async function readOperations(): Promise<readonly Entry[]> {
  const response = await fetch(`${baseOf()}/openapi.json`)
  return entriesOf(readJson<OpenApi>(await response.text()), false)
}

/** The control calls; none before sign-in. */
export const readControlCalls = (): Promise<readonly Entry[]> =>
  call<OpenApi>('GET openapi.json').then(
    (document) => entriesOf(document, true),
    () => [],
  )
