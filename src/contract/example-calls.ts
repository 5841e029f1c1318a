import { apart, inTurn } from 'virtual:example-calls'
import { noInput, type Operation } from '../kernel/operation.ts'
import { fillPath } from '../kernel/path.ts'

/** What a request says in its path. */
export type ExampleParams = Readonly<Record<string, string | number>>

/** A request to an operation. */
export interface Call {
  readonly operation: string
  /** Those of the path; each that is not named is 1. */
  readonly params?: ExampleParams
  /** Each that is not text is sent as JSON. */
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: object
  /** A body that is not the JSON that it should be. */
  readonly text?: { readonly type: string; readonly content: string }
  readonly key?: string
  /** Right after the call before; otherwise a minute of the clock passes. */
  readonly soon?: boolean
}

/** Requests to touch rules that no other example touches; those of a list one after the other. */
export const callsApart: readonly (readonly Call[])[] = apart

/** The key of a user that the default fixture does not have. */
export const powerlessKey = 'powerless-key'

/** A body of over 1 MiB. */
const TOO_LARGE = ' '.repeat(1024 * 1024 + 1)

/** Made one after the other against the default fixture. The first response of each status is shown. */
export const callsTo = (operations: readonly Operation[]): readonly Call[] => [
  ...inTurn,
  ...operations.map(({ id }) => ({ operation: id, key: 'unknown-key' })),
  ...operations.map(({ id }) => ({ operation: id, key: powerlessKey })),
  ...operations
    .filter(({ body }) => body !== noInput)
    .flatMap(({ id }) => [
      { operation: id, text: { type: 'text/plain', content: '{}' } },
      { operation: id, text: { type: 'application/json', content: TOO_LARGE } },
    ]),
  ...operations.flatMap(({ id }) => [{ operation: id }, { operation: id, soon: true }]),
]

export const asParameter = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** @throws Error when no operation has that id */
export function asRequest(
  { operation: id, key = 'renter-key', body, text, query, params = {} }: Call,
  operations: readonly Operation[],
): Request {
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  const url = new URL(
    fillPath(operation.path, (name) => String(params[name] ?? 1)),
    'http://example.test',
  )
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, asParameter(value))
  const sent = body === undefined ? text : { type: 'application/json', content: JSON.stringify(body) }
  return new Request(url, {
    method: operation.method,
    headers: { Authorization: `Bearer ${key}`, ...(sent && { 'Content-Type': sent.type }) },
    ...(sent && { body: sent.content }),
  })
}
