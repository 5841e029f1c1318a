/** What public clients send and do not get whole, and why. */
export const left: readonly { readonly client: string; readonly request: string; readonly why: string }[] = [
  {
    client: 'realnedsanders/terraform-provider-vastai',
    request: 'POST /api/v0/bundles/',
    why: 'the service was never seen to answer a text for a list, nor a whole query as a text in q',
  },
  {
    client: 'realnedsanders/terraform-provider-vastai',
    request: 'GET /api/v0/users/current',
    why: 'the service was seen to refuse query parameters that it does not know',
  },
  {
    client: 'realnedsanders/terraform-provider-vastai',
    request: 'POST /api/v0/network_volumes/search/',
    why: 'it filters by static_ip, which no network volume was seen to have, and a search for rental offers refuses such keys',
  },
  ...[
    'GET /api/v0/instances/{id}/',
    'GET /api/v0/instances',
    'DELETE /api/v0/volumes/',
    'DELETE /api/v0/auth/apikeys/{id}/',
  ].map((request) => ({
    client: 'realnedsanders/terraform-provider-vastai',
    request,
    why: 'its types name the field, and no answer was seen to have it',
  })),
  {
    client: 'mrqsdf/VastAI4J',
    request: 'POST /api/v0/bundles/',
    why: 'the operators that are known are gt, gte, lt and lte',
  },
  {
    client: 'mrqsdf/VastAI4J',
    request: 'PUT /api/v0/asks/{id}/',
    why: 'the contract names template_hash_id',
  },
  {
    client: 'mrqsdf/VastAI4J',
    request: 'PUT /api/v0/search/asks/',
    why: 'no answer was seen to have them',
  },
  {
    client: 'skypilot-org/skypilot',
    request: 'POST /api/v0/bundles/',
    why: 'it asks for offers in a country named None, and finds none',
  },
  {
    client: '500farm/prometheus-vastai',
    request: 'GET /api/v0/bundles/',
    why: 'no answer was seen to have it',
  },
]
