import createClient from 'openapi-fetch'
import type { Caller, Calls, Outcome } from './calls.js'
import type { components, paths } from './src/openapi-fetch/marketplace.js'

type Schemas = components['schemas']
type Refusal = Schemas['PlainRefusal'] | Schemas['FlaggedRefusal'] | Schemas['RateLimitRefusal']

function codeOf(refusal: Refusal | undefined): string {
  if (refusal === undefined) return 'nothing'
  return 'detail' in refusal ? refusal.detail : refusal.error
}

interface Result<Data> {
  readonly data?: Data
  readonly error?: Refusal
  readonly response: Response
}

const outcome = <Data>({ data, error, response }: Result<Data>, read: (data: Data) => string): Outcome => ({
  status: response.status,
  read: data === undefined ? codeOf(error) : read(data),
})

const names = (templates: readonly Schemas['Template'][]): string => templates.map(({ name }) => name).join()

export function openapiFetch(caller: Caller): Calls {
  const client = createClient<paths>(caller)
  return {
    networkVolumesList: async (body) =>
      outcome(await client.POST('/api/v0/network_volume/', { body }), ({ disk_id }) => disk_id),
    networkVolumesSearch: async (body) =>
      outcome(await client.POST('/api/v0/network_volumes/search/', { body }), ({ offers }) =>
        offers.map(({ ask_contract_id }) => ask_contract_id.toFixed()).join(),
      ),
    networkVolumesUnlist: async (body) =>
      outcome(await client.POST('/api/v0/network_volumes/unlist/', { body }), ({ id }) => id.toFixed()),
    templatesSearch: async (query) =>
      outcome(await client.GET('/api/v0/template/', { params: { query } }), ({ templates }) => names(templates)),
    templatesCreate: async (body) =>
      outcome(await client.POST('/api/v0/template/', { body }), ({ template }) => template.hash_id),
    templatesEdit: async (body) =>
      outcome(await client.PUT('/api/v0/template/', { body }), ({ template }) => template.hash_id),
    templatesDelete: async (body) =>
      outcome(await client.DELETE('/api/v0/template/', { body }), ({ success }) => String(success)),
    instancesCreate: async ({ id, body }) =>
      outcome(await client.PUT('/api/v0/asks/{id}/', { params: { path: { id } }, body }), ({ new_contract }) =>
        new_contract.toFixed(),
      ),
    instancesList: async () =>
      outcome(await client.GET('/api/v0/instances/'), ({ instances }) =>
        instances.map(({ image_uuid }) => image_uuid.toLowerCase()).join(),
      ),
    endpointGroupsUpdate: async ({ id, body }) =>
      outcome(await client.PUT('/api/v0/endptjobs/{id}/', { params: { path: { id } }, body }), ({ success }) =>
        String(success),
      ),
    cloudConnectionsList: async () =>
      outcome(await client.GET('/api/v0/users/cloud_integrations/'), (all) => all.map(({ name }) => name).join()),
  }
}
