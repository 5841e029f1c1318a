import type { Observed } from './play.ts'

export type Carrier = 'sim.fetch' | 'MSW'
type All = Readonly<Record<string, Observed>>

/** Where a carrier differs on purpose from the `fetch` of Node over HTTP. */
interface Difference {
  /** The call, and its result in Node and here. */
  readonly row: readonly [call: string, node: string, here: string]
  readonly by: readonly Carrier[]
  /** Names of calls. */
  readonly calls: RegExp
  readonly gives: (native: Observed, all: All) => Observed
}

const differences: readonly Difference[] = [
  {
    row: ['`response.headers.set(…)`', 'throws a TypeError', 'changes the header'],
    by: ['sim.fetch', 'MSW'],
    calls: /^changes a header/,
    gives: (native) => ({ ...native, used: 'changed' }),
  },
  {
    row: ["`method: 'patch'` in small letters", '400 without a body, from the HTTP parser', '405 from the simulator'],
    by: ['sim.fetch', 'MSW'],
    calls: /^asks with patch/,
    gives: (native) => ({
      ...native,
      status: 405,
      statusText: 'Method Not Allowed',
      contentType: 'application/json',
      body: '{"success":false,"error":"method_not_allowed","msg":"patch /api/v0/users/cloud_integrations/ is not part of the interface"}',
    }),
  },
  {
    row: ['a `Request` made with a stream, redirected by 307 or 308', 'rejects', 'is sent again'],
    by: ['sim.fetch', 'MSW'],
    calls: /^is redirected with a Request of a stream/,
    gives: (_, all) => ({ ...all['is redirected with a body by 307'] }),
  },
  {
    row: ['a stream of neither bytes nor texts', 'rejects, `cause.code` is `ERR_INVALID_ARG_TYPE`', 'rejects, no code'],
    by: ['sim.fetch'],
    calls: /^sends a stream of numbers/,
    gives: () => failed({ message: 'a part of the body is neither bytes nor text' }),
  },
  {
    row: ['a stream of texts', 'sends them', 'rejects'],
    by: ['MSW'],
    calls: /^sends a stream of texts/,
    gives: () => ({ ...failed(), asked: [] }),
  },
  {
    row: ['a stream that fails', "rejects with the stream's error as `cause`", 'rejects without that'],
    by: ['MSW'],
    calls: /^sends a stream (that fails|of numbers)/,
    gives: () => failed(),
  },
  {
    row: ['a stream, redirected by 307 or 308', 'rejects', 'is sent again'],
    by: ['MSW'],
    calls: /^is redirected with a stream by 307/,
    gives: (_, all) => ({ ...all['is redirected with a body by 307'] }),
  },
  {
    row: [
      'another method than GET, redirected',
      '`url` and `redirected` are those of the target',
      'those of the first request',
    ],
    by: ['MSW'],
    calls: /^is redirected with /,
    gives: (native) => ({ ...native, redirected: false, url: native.asked?.[0]?.split(' ')[1] }),
  },
  {
    row: ['a redirect without Location', 'the response is as it is', 'MSW asks for `null`'],
    by: ['MSW'],
    calls: /^is redirected nowhere/,
    gives: (native) => ({
      ...native,
      status: 404,
      statusText: 'Not Found',
      url: `${native.url}null`,
      redirected: true,
      contentType: 'application/json',
      body: '{"success":false,"error":"no_such_endpoint","msg":"there is no /api/v0/users/cloud_integrations/null"}',
      asked: [...(native.asked ?? []), 'GET /api/v0/users/cloud_integrations/null "" with key, undefined null: 404'],
    }),
  },
  {
    row: ['GET that is redirected without end', 'rejects after 20', 'MSW 2 does not end'],
    by: ['MSW'],
    calls: /^is redirected without end/,
    gives: () => ({}),
  },
  {
    row: ['GET with a body', 'rejects', 'MSW drops the body'],
    by: ['MSW'],
    calls: /^sends a body with GET/,
    gives: () => ({
      status: 200,
      statusText: 'OK',
      type: 'basic',
      url: '/api/v0/template/',
      redirected: false,
      contentType: 'application/json',
      body: '{"success":true,"templates_found":0,"templates":[]}',
      asked: ['GET /api/v0/template/ "" with key, application/json null: 200'],
    }),
  },
  {
    row: ['the message of a rejection', '`fetch failed`', '`Failed to fetch` from MSW 2'],
    by: ['MSW'],
    calls: /^(is re|sends a stream|gets no byte$|hangs)/,
    gives: (native) =>
      typeof native.rejected === 'object' && native.rejected.message === 'fetch failed'
        ? { ...native, rejected: { ...native.rejected, message: 'Failed to fetch' } }
        : native,
  },
  {
    row: ['`response.type`', '`basic` or `cors`', '`default`'],
    by: ['MSW'],
    calls: /./,
    gives: (native) => (native.type === undefined ? native : { ...native, type: 'default' }),
  },
]

const failed = (cause?: { readonly message: string }): Observed => ({
  rejected: { name: 'TypeError', message: 'fetch failed', ...(cause && { cause }) },
})

/** What a call should give by a carrier. */
function expectedOf(name: string, carrier: Carrier, all: All): Observed {
  const meant = differences.filter(({ by, calls }) => by.includes(carrier) && calls.test(name))
  return meant.reduce((given, difference) => difference.gives(given, all), all[name] ?? {})
}

/** A line for each field of a call that is otherwise than it should be. */
export const unexpected = (reference: All, seen: All, carrier: Carrier): readonly string[] =>
  Object.keys(reference).flatMap((name) =>
    fieldsThatDiffer(expectedOf(name, carrier, reference), seen[name] ?? {}).map((field) => `${name}: ${field}`),
  )

/** The rows of differences that no call shows. */
export const needless = (reference: All): readonly string[] =>
  differences
    .filter(({ calls, gives }) =>
      Object.entries(reference).every(
        ([name, native]) => !calls.test(name) || fieldsThatDiffer(native, gives(native, reference)).length === 0,
      ),
    )
    .map(({ row }) => row.join(', '))

const MAX_SHOWN = 200

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, MAX_SHOWN)

function fieldsThatDiffer(expected: Observed, seen: Observed): readonly string[] {
  const [wanted, got] = [expected, seen].map((each) => new Map<string, unknown>(Object.entries(each)))
  return [...new Set([...(wanted?.keys() ?? []), ...(got?.keys() ?? [])])].flatMap((name) => {
    const [right, wrong] = [wanted?.get(name), got?.get(name)]
    return JSON.stringify(right) === JSON.stringify(wrong) ? [] : [`${name} is ${shown(wrong)}, not ${shown(right)}`]
  })
}
