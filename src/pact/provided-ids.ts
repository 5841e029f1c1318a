import { isObject } from '../kernel/object.ts'

/** Which value of a provider state an id is: by what stands before it in the path. */
const IN_PATHS: Readonly<Record<string, string>> = {
  asks: 'offer_id',
  instances: 'instance_id',
  reboot: 'instance_id',
  endptjobs: 'endpoint_group_id',
}

/** What the field `id` of a body is. */
const IN_BODIES: Readonly<Record<string, string>> = {
  '/api/v0/network_volumes/unlist/': 'ask_contract_id',
  '/api/v0/network_volumes/': 'ask_contract_id',
  '/api/v0/volumes/': 'volume_offer_id',
}

export type Values = Readonly<Record<string, unknown>>

/** A part of a request that a provider state gives: `${offer_id}` in its place. */
interface Generator {
  readonly type: 'ProviderState'
  readonly expression: string
}

export interface FilledRequest {
  readonly path: string
  readonly body: unknown
  readonly generators: { readonly path?: Generator; readonly body?: Readonly<Record<string, Generator>> }
}

/** A request with the ids of a provider state, and the places for them in a pact. */
export function withValues(path: string, body: unknown, values: Values): FilledRequest {
  const place = (text: string, valueOf: (name: string) => string): string =>
    text.replaceAll(/\/(\w+)\/\d+(?=\/|$)/g, (whole, before: string) => {
      const name = IN_PATHS[before]
      return name === undefined || values[name] === undefined ? whole : `/${before}/${valueOf(name)}`
    })
  const expression = place(path, (name) => `\${${name}}`)
  const inBody: Record<string, Generator> = {}
  const fill = (value: unknown, at: string): unknown => {
    if (!isObject(value) || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([field, each]: [string, unknown]) => {
        const name = field === 'id' && at === '$' ? (IN_BODIES[path] ?? '') : field
        if (values[name] === undefined || isObject(each)) return [field, fill(each, `${at}.${field}`)]
        inBody[`${at}.${field}`] = { type: 'ProviderState', expression: `\${${name}}` }
        return [field, values[name]]
      }),
    )
  }
  const filled = fill(body, '$')
  return {
    path: place(path, (name) => String(values[name])),
    body: filled,
    generators: {
      ...(expression !== path && { path: { type: 'ProviderState', expression } }),
      ...(Object.keys(inBody).length > 0 && { body: inBody }),
    },
  }
}
