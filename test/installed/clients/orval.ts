import type { Caller, Calls, Outcome } from './calls.js'
import * as client from './src/orval/marketplace.js'

type Refusal = client.PlainRefusal | client.FlaggedRefusal | client.RateLimitRefusal

const refused = ({ status, data }: { readonly status: number; readonly data: Refusal }): Outcome => ({
  status,
  read: 'detail' in data ? data.detail : data.error,
})

const done = (read: string): Outcome => ({ status: 200, read })

const { fetch } = globalThis

/** Only one at a time can be used: orval writes addresses without a host, which a browser adds and Node does not. */
export function orval({ baseUrl, headers }: Caller): Calls {
  globalThis.fetch = (address, init) =>
    fetch(typeof address === 'string' && address.startsWith('/') ? baseUrl + address : address, init)
  const as: RequestInit = { headers }
  return {
    networkVolumesList: async (body) => {
      const result = await client.networkVolumesList(body, as)
      return result.status === 200 ? done(result.data.disk_id) : refused(result)
    },
    networkVolumesSearch: async (body) => {
      const result = await client.networkVolumesSearch(body, as)
      return result.status === 200
        ? done(result.data.offers.map(({ ask_contract_id }) => ask_contract_id.toFixed()).join())
        : refused(result)
    },
    networkVolumesUnlist: async (body) => {
      const result = await client.networkVolumesUnlist(body, as)
      return result.status === 200 ? done(result.data.id.toFixed()) : refused(result)
    },
    templatesSearch: async (query) => {
      const result = await client.templatesSearch(query, as)
      return result.status === 200 ? done(names(result.data.templates)) : refused(result)
    },
    templatesCreate: async (body) => {
      const result = await client.templatesCreate(body, as)
      return result.status === 200 ? done(result.data.template.hash_id) : refused(result)
    },
    templatesEdit: async (body) => {
      const result = await client.templatesEdit(body, as)
      return result.status === 200 ? done(result.data.template.hash_id) : refused(result)
    },
    templatesDelete: async (body) => {
      const result = await client.templatesDelete(body, as)
      return result.status === 200 ? done(String(result.data.success)) : refused(result)
    },
    instancesCreate: async ({ id, body }) => {
      const result = await client.instancesCreate(id, body, as)
      return result.status === 200 ? done(result.data.new_contract.toFixed()) : refused(result)
    },
    instancesList: async () => {
      const result = await client.instancesList(as)
      return result.status === 200
        ? done(result.data.instances.map(({ image_uuid }) => image_uuid.toLowerCase()).join())
        : refused(result)
    },
    endpointGroupsUpdate: async ({ id, body }) => {
      const result = await client.endpointGroupsUpdate(id, body, as)
      return result.status === 200 ? done(String(result.data.success)) : refused(result)
    },
    cloudConnectionsList: async () => {
      const result = await client.cloudConnectionsList(as)
      return result.status === 200 ? done(result.data.map(({ name }) => name).join()) : refused(result)
    },
  }
}

const names = (templates: readonly client.Template[]): string => templates.map(({ name }) => name).join()
