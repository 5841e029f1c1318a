import type { FaultDocument } from '../../../src/index.ts'

type Effect = NonNullable<FaultDocument['effect']>

interface Fault {
  readonly effect: Effect
  readonly when?: FaultDocument['when']
  readonly location?: string
}

/** One call of `fetch`, as data: it is made in the same way by every carrier, in every environment. */
export interface Call {
  readonly name: string
  readonly path: string
  /** Made where the call is made, so that its values are those of that environment. */
  readonly init?: () => RequestInit
  /** The call is given a `Request` made with these, and `init` beside it. */
  readonly request?: () => RequestInit
  readonly input?: 'URL'
  /** Location is written below `/~sandbox`, unless it is an address; `elsewhere:` is another origin. */
  readonly faults?: readonly Fault[]
  /** When the signal of the call is aborted: before it, while a fault holds it, with its response, while that is read, or after. */
  readonly aborted?: 'before' | 'held' | 'answered' | 'reading' | 'read'
  readonly reason?: () => unknown
  /** The world is reset while a fault holds the call. */
  readonly isCut?: true
  /** What is done with the response besides reading it. */
  readonly use?: 'clone' | 'change a header' | 'read twice'
  /** Whether the request does not come whole, so that it depends on the carrier whether the journal has it. */
  readonly isPartial?: true
}

const LIST = '/api/v0/users/cloud_integrations/'
const INSTANCES = '/api/v0/instances/'
const TEMPLATES = '/api/v0/template/'
const MISSING = '/api/v0/nothing/'
const key = { Authorization: 'Bearer renter-key' }
const json = { ...key, 'Content-Type': 'application/json' }
const text = '{"name":"a","image":"ü"}'
const bytes = (): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** A body that comes in these parts, and then ends as it says. */
const streamOf = (parts: readonly unknown[], end?: Error): ReadableStream => {
  const left = [...parts]
  return new ReadableStream({
    pull: (controller) => {
      if (left.length > 0) controller.enqueue(left.shift())
      else if (end === undefined) controller.close()
      else controller.error(end)
    },
  })
}

const form = (file?: Blob): FormData => {
  const made = new FormData()
  made.append('name', 'ü')
  if (file !== undefined) made.append('file', file, 'a.txt')
  return made
}

type Made = () => unknown
const post =
  (body: Made, headers: Readonly<Record<string, string>> = json): (() => RequestInit) =>
  () => {
    const init = { method: 'POST', headers, body: body(), duplex: 'half' }
    return init as RequestInit
  }
const get =
  (more: RequestInit = {}) =>
  () => ({ headers: key, ...more })

const sends = (name: string, body: Made, headers?: Readonly<Record<string, string>>): Call => ({
  name: `sends ${name}`,
  path: TEMPLATES,
  init: post(body, headers),
})

const redirects = (status: number, location = INSTANCES, times = 1): readonly Fault[] => [
  { effect: { status }, when: { times }, location },
]
const fault = (effect: Effect): readonly Fault[] => [{ effect, when: { times: 1 } }]
const hangs = fault({ hang: true })

const bodies: readonly Call[] = [
  sends('a text', () => text),
  sends('bytes', bytes),
  sends('a part of longer bytes', () => new TextEncoder().encode(`xx${text}xx`).subarray(2, -2)),
  sends('an ArrayBuffer', () => bytes().buffer),
  sends('a DataView', () => new DataView(bytes().buffer)),
  sends('a Blob', () => new Blob([text])),
  sends('a Blob of a type', () => new Blob([text], { type: 'application/json' }), key),
  sends('a form', () => form(), key),
  sends('a form with a file', () => form(new Blob(['content'])), key),
  sends('URLSearchParams', () => new URLSearchParams({ name: 'ü' }), key),
  sends('a number', () => 7),
  sends('nothing', () => ''),
  sends('more than it may', () => 'x'.repeat(1024 * 1024 + 1)),
  sends('a stream of bytes', () => streamOf([bytes().slice(0, 5), bytes().slice(5)])),
  sends('a stream of texts', () => streamOf([text.slice(0, 5), text.slice(5)])),
  { ...sends('a stream of numbers', () => streamOf([7])), isPartial: true },
  { ...sends('a stream that fails at once', () => streamOf([], new RangeError('the disk is gone'))), isPartial: true },
  { ...sends('a stream that fails', () => streamOf([bytes()], new RangeError('the disk is gone'))), isPartial: true },
  { name: 'sends a Request', path: TEMPLATES, request: post(() => text) },
  { name: 'sends a Request of bytes', path: TEMPLATES, request: post(bytes) },
  { name: 'sends a Request of a stream', path: TEMPLATES, request: post(() => streamOf([bytes()])) },
  {
    name: 'sends a Request under another key',
    path: TEMPLATES,
    request: post(() => text),
    init: () => ({ headers: {} }),
  },
  {
    name: 'sends another body than its Request',
    path: TEMPLATES,
    request: post(() => 'x'),
    init: () => ({ body: text }),
  },
  { name: 'sends a body with GET', path: TEMPLATES, init: () => ({ ...post(() => text)(), method: 'GET' }) },
]

const plain: readonly Call[] = [
  { name: 'asks', path: LIST, init: get() },
  { name: 'asks with a URL', path: LIST, input: 'URL', init: get() },
  { name: 'asks with Headers', path: LIST, init: () => ({ headers: new Headers(key) }) },
  { name: 'asks with pairs of headers', path: LIST, init: () => ({ headers: Object.entries(key) }) },
  { name: 'asks with a query and a fragment', path: `${TEMPLATES}?order_by=id&x=%C3%BC#top`, init: get() },
  { name: 'asks without a key', path: LIST },
  { name: 'asks for what is not there', path: MISSING, init: get() },
  { name: 'asks with HEAD', path: LIST, init: get({ method: 'HEAD' }) },
  { name: 'asks with a method in small letters', path: LIST, init: get({ method: 'get' }) },
  { name: 'asks with patch in small letters', path: LIST, init: get({ method: 'patch' }), isPartial: true },
  { name: 'asks with no method of HTTP', path: LIST, init: get({ method: 'A B' }) },
  { name: 'is answered without a body', path: LIST, init: get(), faults: fault({ status: 204 }) },
  { name: 'is answered in chunks', path: LIST, init: get(), faults: fault({ dribble: { chunks: 3, interval_ms: 0 } }) },
  { name: 'clones the response', path: LIST, init: get(), use: 'clone' },
  { name: 'reads the response twice', path: LIST, init: get(), use: 'read twice' },
  { name: 'changes a header of the response', path: LIST, init: get(), use: 'change a header' },
]

const redirected: readonly Call[] = [
  ...[300, 301, 302, 303, 304, 307, 308].map((status) => ({
    name: `is redirected by ${status}`,
    path: LIST,
    init: get(),
    faults: redirects(status),
  })),
  ...[301, 302, 303, 307, 308].map((status) => ({
    name: `is redirected with a body by ${status}`,
    path: TEMPLATES,
    init: post(() => text),
    faults: redirects(status, TEMPLATES),
  })),
  {
    name: 'is redirected with PUT by 302',
    path: TEMPLATES,
    init: () => ({ ...post(() => text)(), method: 'PUT' }),
    faults: redirects(302),
  },
  { name: 'is redirected with HEAD by 303', path: LIST, init: get({ method: 'HEAD' }), faults: redirects(303) },
  {
    name: 'is redirected with a form by 307',
    path: TEMPLATES,
    init: post(() => form(), key),
    faults: redirects(307, TEMPLATES),
  },
  {
    name: 'is redirected with a Request by 308',
    path: TEMPLATES,
    request: post(() => text),
    faults: redirects(308, TEMPLATES),
  },
  {
    name: 'is redirected with a stream by 307',
    path: TEMPLATES,
    init: post(() => streamOf([bytes()])),
    faults: redirects(307, TEMPLATES),
  },
  {
    name: 'is redirected with a stream by 303',
    path: TEMPLATES,
    init: post(() => streamOf([bytes()])),
    faults: redirects(303, TEMPLATES),
  },
  {
    name: 'is redirected with a Request of a stream by 307',
    path: TEMPLATES,
    request: post(() => streamOf([bytes()])),
    faults: redirects(307, TEMPLATES),
  },
  { name: 'is redirected to another origin', path: LIST, init: get(), faults: redirects(302, 'elsewhere:') },
  { name: 'is redirected twenty times', path: LIST, init: get(), faults: redirects(302, LIST, 20) },
  { name: 'is redirected without end', path: LIST, init: get(), faults: redirects(302, LIST, 99) },
  { name: 'is redirected to a path', path: LIST, init: get(), faults: redirects(302, '../../instances/?limit=1#top') },
  { name: 'is redirected nowhere', path: LIST, init: get(), faults: fault({ status: 302 }) },
  { name: 'is redirected to no URL', path: LIST, init: get(), faults: redirects(302, 'http://[') },
  { name: 'is redirected to another scheme', path: LIST, init: get(), faults: redirects(302, 'ftp://a.example/') },
  {
    name: 'is redirected, and takes it as it is',
    path: LIST,
    init: get({ redirect: 'manual' }),
    faults: redirects(302),
  },
  { name: 'is redirected, and refuses', path: LIST, init: get({ redirect: 'error' }), faults: redirects(302) },
  {
    name: 'is redirected, and its Request refuses',
    path: LIST,
    request: get({ redirect: 'error' }),
    faults: redirects(302),
  },
  {
    name: 'is redirected, and the connection is reset',
    path: LIST,
    init: get(),
    faults: [...redirects(302, LIST), { effect: { reset: true }, when: { after: 1, times: 1 } }],
  },
]

const broken: readonly Call[] = [
  { name: 'is reset', path: LIST, init: get(), faults: fault({ reset: true }) },
  { name: 'is reset with a body', path: TEMPLATES, init: post(bytes), faults: fault({ reset: true }) },
  {
    name: 'is reset after it happened',
    path: TEMPLATES,
    init: post(() => text),
    faults: fault({ reset: true, stream: 'after' }),
  },
  { name: 'gets no byte', path: LIST, init: get(), faults: fault({ empty_response: true }) },
  { name: 'gets half of a body', path: LIST, init: get(), faults: fault({ truncate_body: 0.5 }) },
  { name: 'gets no byte of a body', path: LIST, init: get(), faults: fault({ truncate_body: 0 }) },
  { name: 'hangs, and is cut', path: LIST, init: get(), faults: hangs, isCut: true },
  {
    name: 'gets chunks, and is cut',
    path: LIST,
    init: get(),
    faults: fault({ dribble: { chunks: 3, interval_ms: 1000 } }),
    isCut: true,
  },
]

const own = (): Error => new RangeError('enough')
const aborts: readonly Call[] = [
  { name: 'is aborted before', path: LIST, init: get(), aborted: 'before' },
  { name: 'is aborted before, for a reason', path: LIST, init: get(), aborted: 'before', reason: own },
  { name: 'is aborted before, for a text', path: LIST, init: get(), aborted: 'before', reason: () => 'enough' },
  { name: 'is aborted while it hangs', path: LIST, init: get(), faults: hangs, aborted: 'held' },
  {
    name: 'is aborted while it hangs, for a reason',
    path: LIST,
    init: get(),
    faults: hangs,
    aborted: 'held',
    reason: own,
  },
  {
    name: 'is aborted while it hangs, with a body',
    path: TEMPLATES,
    init: post(bytes),
    faults: hangs,
    aborted: 'held',
  },
  { name: 'is aborted with its Request', path: LIST, request: get(), faults: hangs, aborted: 'held' },
  { name: 'is aborted with its response', path: LIST, init: get(), aborted: 'answered' },
  {
    name: 'is aborted while the response comes',
    path: LIST,
    init: get(),
    faults: fault({ dribble: { chunks: 3, interval_ms: 1000 } }),
    aborted: 'reading',
    reason: own,
  },
  { name: 'is aborted after all is read', path: LIST, init: get(), aborted: 'read' },
  {
    name: 'runs out of time',
    path: LIST,
    init: () => ({ headers: key, signal: AbortSignal.timeout(20) }),
    faults: hangs,
    isPartial: true,
  },
  { name: 'has no signal', path: LIST, init: get({ signal: null }) },
]

export const calls: readonly Call[] = [...bodies, ...plain, ...redirected, ...broken, ...aborts]
