/** The gaps that the contract names ("not shown"), each with the assumed rules that fill it, or a note where no answer can show what does. */
export const contractGaps: readonly {
  readonly section: string
  readonly gap: string
  readonly rules: readonly string[]
  readonly note?: string
}[] = [
  {
    section: 'Resources › Network volume offer',
    gap: 'Units of the offer fields and of the instance fields',
    rules: [
      'network-volumes.search.units',
      'network-volumes.search.duration-in-seconds',
      'instances.list.time-and-money',
    ],
  },
  {
    section: 'Resources › Cloud connection',
    gap: 'Allowed values of cloud_type',
    rules: ['cloud-connections.list.cloud-types'],
  },
  {
    section: 'States and transitions',
    gap: 'Allowed values of the status fields other than running',
    rules: ['instances.list.status-values'],
  },
  { section: 'States and transitions', gap: 'Transitions', rules: ['instances.create.running-at-once'] },
  {
    section: 'Endpoints › POST /api/v0/network_volumes/search/',
    gap: 'Default and maximum of limit',
    rules: ['network-volumes.search.default-limit'],
  },
  {
    section: 'Endpoints › POST /api/v0/network_volumes/unlist/',
    gap: 'Status codes of the answers',
    rules: ['network-volumes.unlist.statuses', 'network-volumes.unlist.id-unknown', 'network-volumes.unlist.not-owned'],
  },
  {
    section: 'Endpoints › GET /api/v0/template/',
    gap: 'Status codes of template responses',
    rules: [
      'templates.statuses',
      'templates.create.required-status',
      'templates.edit.hash-id-unknown',
      'templates.delete.id-unknown',
      'templates.not-owned',
    ],
  },
  {
    section: 'Endpoints › GET /api/v0/template/',
    gap: 'Further fields of returned template objects',
    rules: ['templates.search.fields'],
  },
  {
    section: 'Endpoints › PUT /api/v0/asks/{id}/',
    gap: 'Other request parameters',
    rules: ['instances.create.further-parameters'],
  },
  {
    section: 'Endpoints › PUT /api/v0/asks/{id}/',
    gap: 'The full response shape',
    rules: ['instances.create.answer'],
  },
  {
    section: 'Authentication 5',
    gap: 'How keys are created',
    rules: ['authentication.key-unknown', 'authentication.key-missing'],
  },
  {
    section: 'Authentication 5',
    gap: 'The full list of permission scopes',
    rules: ['authentication.scopes', 'authentication.scope-missing'],
  },
  {
    section: 'Events',
    gap: 'Events',
    rules: [],
    note: 'Nothing is sent when something changes; clients see it by asking.',
  },
  {
    section: 'Errors',
    gap: 'Status codes of error responses for search, unlist, update endpoint, instance listing and cloud connection listing',
    rules: [
      'request.wrong-field',
      'network-volumes.unlist.statuses',
      'endpoint-groups.update.statuses',
      'endpoint-groups.update.above-maximum',
      'authentication.key-missing',
      'rate-limit.status',
    ],
  },
  {
    section: 'Errors',
    gap: 'The complete list of error codes',
    rules: [
      'network-volumes.search.rate-limit',
      'authentication.key-missing',
      'instances.create.offer-unknown',
      'instances.create.offer-rented',
      'instances.create.price-invalid',
      'instances.create.misuse-status',
      'routing.unknown-path',
      'routing.wrong-method',
    ],
  },
  { section: 'Limits', gap: 'Rate-limit time window and the unit of the threshold', rules: ['rate-limit.window'] },
  {
    section: 'Limits',
    gap: 'Limits on template field lengths and the number of templates per user',
    rules: ['templates.create.no-quota', 'request.too-large'],
  },
  { section: 'Versioning', gap: 'Deprecation and compatibility policy', rules: ['routing.other-version'] },
]
