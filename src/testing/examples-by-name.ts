import type { Json } from '../kernel/wire.ts'

const operation = 'instances.list'
const at = '2026-01-01T00:00:00Z'

/** What may be written under a name in a fixture, a scenario or a config: for editors, and where something else is written. */
export const examplesByName: Readonly<Record<string, readonly Json[]>> = {
  clock: ['frozen', at, { at, frozen: false }],
  gpu_name: ['RTX 4090', 'A100 SXM4', 'H100 SXM'],
  geolocation: ['Norway, NO'],
  image: ['library/ubuntu:24.04'],
  path: ['/api/v0/instances/', '/api/v0/asks/*/'],
  when: [{ times: 1 }, { after: 2, times: 3 }, { probability: 0.1 }, { between: [60, 120] }],
  effect: [{ latency_ms: 2000 }],
  rate_limit: [{ enabled: false }, { thresholds: { [operation]: 5 } }],
  thresholds: [{ [operation]: 5 }],
  between: [[60, 120]],
  sequence: [[{ status: 503 }, null, { reset: true }]],
  dribble: [{ chunks: 5, interval_ms: 200 }],
  params: [{ seconds: { type: 'number', default: 60 } }],
  provider_states: [['the account is empty']],
  progression: [{ instances: { mode: 'after', seconds: 30 } }],
  timeline: [[{ after: 60, remove: { offers: [12345678] } }]],
  faults: [[{ name: 'down', match: { operation }, effect: { status: 503 } }]],
  stubs: [[{ name: 'health', match: { path: '/health' }, answer: { body: 'fine' } }]],
  api_keys: [[{ key: 'renter-key' }]],
  permissions: [['user_read', 'instance_read']],
  generate: [{ instances: 20, offers: 50 }],
}

/** For messages alone: under a name below another, and under names that mean several things. */
const examplesWithin: Readonly<Record<string, readonly Json[]>> = {
  count: [{ eq: 2 }],
  match: [{ operation }],
  answer: [{ status: 200, body: 'fine' }],
  'stubs.match': [{ path: '/health' }],
  'effect.answer': [[{ status: 200 }]],
  'effect.request': [[{ drop: '$.body.q' }]],
  'effect.headers': [{ 'Retry-After': '2' }],
  'effect.status': [503],
  'effect.latency_ms': [2000],
  'progression.instances': [{ mode: 'after', seconds: 30 }],
  'set.instances': [{ '31': { actual_status: 'exited' } }],
  'timeline.after': [60],
  'instances.start_date': [1_767_225_600],
  'instances.end_date': [1_767_225_600],
  'instances.env': ['-e NAME=value -p 8080:80'],
  'templates.env': ['-e NAME=value -p 8080:80'],
  'timeline.remove': [{ offers: [12345678] }],
  'timeline.set': [{ instances: { '31': { actual_status: 'exited' } } }],
  'remove.offers': [[12345678]],
  'remove.instances': [[31]],
  users: [[{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }]],
  offers: [[{ id: 12345678, gpu_name: 'RTX 4090' }]],
  instances: [[{ id: 31, user_id: 1001, offer_id: 12345678 }]],
  templates: [[{ id: 9001, creator_id: 1001, name: 'trainer', image: 'pytorch/pytorch' }]],
  serve: [{ port: 4011 }],
  rateLimit: [{ enabled: false }],
  rules: [{ 'templates.env-object': 'applied' }],
}

const MISTYPED = /^(expected (\w+), received \w+)(?:; write (?:a list: \[ … \]|an object: \{ … \}))?$/

/** `expected object, received string; for example {"times":1}`, which is JSON and YAML; the message alone where nothing is known. */
export function withExample(path: readonly (string | number)[], message: string): string {
  const [, said, type = ''] = MISTYPED.exec(message) ?? []
  if (said === undefined) return message
  const names = path.filter((step) => typeof step === 'string')
  const within = names.slice(-2).join('.')
  const [name = ''] = names.slice(-1)
  const known = [examplesWithin, examplesByName].flatMap((examples) =>
    [within, name].flatMap((key) => (Object.hasOwn(examples, key) ? (examples[key] ?? []) : [])),
  )
  const isEntry = typeof path.at(-1) === 'number'
  const fitting = (isEntry ? known.flat() : known).find((example) => typeOf(example) === ofJson(type))
  return fitting === undefined ? message : `${said.replace(type, ofJson(type))}; for example ${JSON.stringify(fitting)}`
}

const typeOf = (value: Json): string => (Array.isArray(value) ? 'array' : typeof value)

/** Zod's word for a type, as JSON has it. */
const ofJson = (type: string): string =>
  new Map([
    ['record', 'object'],
    ['tuple', 'array'],
    ['int', 'number'],
  ]).get(type) ?? type
