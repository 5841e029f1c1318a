import { JSON_TYPE } from './hostile.ts'
import type { Call } from './probe.ts'

export const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at))

export const manyKeys = <T>(count: number, make: (at: number) => readonly [string, T]): Record<string, T> =>
  Object.fromEntries(many(count, make))

/** A match of each kind at its worst. */
export const matches = {
  'a glob of stars': { path: `/api${'**'.repeat(60)}*/${'*'.repeat(100)}` },
  'a glob of letters': { path: `/${'**a'.repeat(40)}**` },
  'two descents': { body: { '$..a..a': 1 } },
  'a wildcard in each segment': { body: { [`$${'[*]'.repeat(80)}`]: 1 } },
  'many paths': { body: manyKeys(100, (at) => [`$..a${at}`, 1]) },
  'many headers': { headers: manyKeys(100, (at) => [`x-${at}`, 'x']) },
  'many parameters': { query: manyKeys(100, (at) => [`p${at}`, 'x']) },
} as const

/** What stubs look at in each request that no operation takes. */
const stubs: readonly Call[] = Object.entries(matches).map(([name, match], at) => ({
  method: 'POST',
  path: '/_sim/stubs',
  headers: JSON_TYPE,
  body: JSON.stringify({
    name: `s${at}`,
    match: { path: '/**', ...match, ...(name === 'a glob of stars' && { method: 'POST' }) },
    answer: { body: many(100, () => '$request{$.body}') },
  }),
}))

/** Effects that change as much as they may. */
const rewriting: readonly Call[] = Object.entries({
  GET: {
    answer: [
      ...many(25, () => ({ repeat: '$..[*]', with: {} })),
      ...many(20, () => ({ add: '$..*', fields: { a: {} } })),
    ],
  },
  POST: { request: many(50, (at) => ({ add: '$.body..*', fields: { [`a${at}`]: '$request{$.body}' } })) },
  PUT: { request: many(50, () => ({ drop: '$.body..*..a' })) },
}).map(([method, effect]) => ({
  method: 'POST',
  path: '/_sim/faults',
  headers: JSON_TYPE,
  body: JSON.stringify({ name: `rewriting-${method}`, match: { method }, effect }),
}))

/** What faults and stubs look at in each request. */
export const faults: readonly Call[] = [
  ...Object.entries(matches).map(([name, match], at) => ({
    method: 'POST',
    path: '/_sim/faults',
    headers: JSON_TYPE,
    body: JSON.stringify({
      name: `f${at}`,
      match: { ...match, method: name === 'a glob of stars' ? 'POST' : undefined },
      effect: { latency_ms: 0 },
    }),
  })),
  ...rewriting,
  ...stubs,
]
