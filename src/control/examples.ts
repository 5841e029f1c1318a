interface ControlExample {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const instance = { collection: 'instances', id: '31' }
const exchange = { id: '1' }
const rule = { id: 'instances.list.order' }

/** With what the calls of the description are filled in, over the default fixture. */
export const controlExamples: Readonly<Record<string, ControlExample>> = {
  'GET /schemas/{file}': { params: { file: 'fixture.schema.json' } },
  'POST /reset': { body: { dialect: 'documented', seed: '7', clock: 'frozen' } },
  'GET /state/{collection}/{id}': { params: instance },
  'PATCH /state/{collection}/{id}': { params: instance, body: { label: 'nightly' } },
  'DELETE /state/{collection}/{id}': { params: instance },
  'PATCH /state': { body: { instances: { 31: { label: 'nightly' } } } },
  'POST /state/{collection}': {
    params: { collection: 'templates' },
    body: { creator_id: 1001, name: 'trainer', image: 'pytorch/pytorch' },
  },
  'PUT /state': { body: { users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }] } },
  'POST /snapshots': { body: { name: 'before-rent' } },
  'POST /snapshots/{name}/restore': { params: { name: 'before-rent' } },
  'DELETE /snapshots/{name}': { params: { name: 'before-rent' } },
  'PUT /clock': { body: { frozen: true } },
  'POST /clock/advance': { body: { seconds: 60 } },
  'PUT /scenario': { body: { name: 'flaky-listing' } },
  'POST /faults': {
    body: { name: 'busy', match: { operation: 'instances.list' }, effect: { status: 503 }, when: { times: 1 } },
  },
  'DELETE /faults/{name}': { params: { name: 'busy' } },
  'POST /stubs': {
    body: { name: 'status-page', match: { method: 'GET', path: '/status' }, answer: { body: { ok: true } } },
  },
  'DELETE /stubs/{name}': { params: { name: 'status-page' } },
  'GET /state/{collection}': { params: { collection: 'instances' } },
  'GET /state/{collection}/fields': { params: { collection: 'instances' } },
  'GET /state/{collection}/{id}/details': { params: instance },
  'POST /undo': { body: { text: 'Reset' } },
  'POST /undo/{id}': { params: { id: '1' } },
  'DELETE /undo/{id}': { params: { id: '1' } },
  'GET /journal': { params: { q: 'status:>=400' } },
  'GET /journal/{id}': { params: exchange },
  'GET /rules/{id}': { params: rule },
  'GET /rules/{id}/cover': { params: rule },
  'GET /sweep/{number}': { params: { number: '1' } },
  'GET /compare/{sandbox}': { params: { sandbox: 'default' } },
  'GET /requests/{id}': { params: exchange },
  'POST /requests/{id}/release': { params: exchange },
  'POST /requests/{id}/fork': { params: exchange },
  'POST /requests/verify': { body: { match: { operation: 'instances.list' } } },
  'PUT /findings/expected': { body: [{ kind: 'unread-env' }] },
  'POST /pact/provider-states': { body: { state: 'empty-account' } },
  'DELETE /sandboxes/{id}': { params: { id: 'checkout-e2e' } },
}
