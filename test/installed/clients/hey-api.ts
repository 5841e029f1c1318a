import type { Caller, Calls, Outcome } from './calls.js'
import { createClient } from './src/hey-api/client/index.js'
import * as sdk from './src/hey-api/sdk.gen.js'
import type { FlaggedRefusal, PlainRefusal, RateLimitRefusal, Template } from './src/hey-api/types.gen.js'

type Refusal = PlainRefusal | FlaggedRefusal | RateLimitRefusal

const codeOf = (refusal: Refusal): string => ('detail' in refusal ? refusal.detail : refusal.error)

type Result<Data> = { readonly response?: Response } & (
  | { readonly data: Data; readonly error: undefined }
  | { readonly data: undefined; readonly error: Refusal }
)

const outcome = <Data>({ data, error, response }: Result<Data>, read: (data: Data) => string): Outcome => ({
  status: response?.status ?? 0,
  read: error === undefined ? read(data) : codeOf(error),
})

const names = (templates: readonly Template[]): string => templates.map(({ name }) => name).join()

export function heyApi({ baseUrl, headers }: Caller): Calls {
  const to = { client: createClient({ baseUrl }), headers }
  return {
    networkVolumesList: async (body) =>
      outcome(await sdk.networkVolumesList({ ...to, body }), ({ disk_id }) => disk_id),
    networkVolumesSearch: async (body) =>
      outcome(await sdk.networkVolumesSearch({ ...to, body }), ({ offers }) =>
        offers.map(({ ask_contract_id }) => ask_contract_id.toFixed()).join(),
      ),
    networkVolumesUnlist: async (body) =>
      outcome(await sdk.networkVolumesUnlist({ ...to, body }), ({ id }) => id.toFixed()),
    templatesSearch: async (query) =>
      outcome(await sdk.templatesSearch({ ...to, query }), ({ templates }) => names(templates)),
    templatesCreate: async (body) =>
      outcome(await sdk.templatesCreate({ ...to, body }), ({ template }) => template.hash_id),
    templatesEdit: async (body) =>
      outcome(await sdk.templatesEdit({ ...to, body }), ({ template }) => template.hash_id),
    templatesDelete: async (body) =>
      outcome(await sdk.templatesDelete({ ...to, body }), ({ success }) => String(success)),
    instancesCreate: async ({ id, body }) =>
      outcome(await sdk.instancesCreate({ ...to, path: { id }, body }), ({ new_contract }) => new_contract.toFixed()),
    instancesList: async () =>
      outcome(await sdk.instancesList(to), ({ instances }) =>
        instances.map(({ image_uuid }) => image_uuid.toLowerCase()).join(),
      ),
    endpointGroupsUpdate: async ({ id, body }) =>
      outcome(await sdk.endpointGroupsUpdate({ ...to, path: { id }, body }), ({ success }) => String(success)),
    cloudConnectionsList: async () =>
      outcome(await sdk.cloudConnectionsList(to), (all) => all.map(({ name }) => name).join()),
  }
}
