import { isSchema } from '../contract/json-schema.ts'
import { fieldOf } from '../kernel/object.ts'
import { expectationFor } from './expectation.ts'
import type { Rehearsal } from './rehearse.ts'

/** A consumer's pact of specification 3, which every Verifier reads. */
export function pactDocument(
  consumer: string,
  provider: string,
  rehearsals: readonly Rehearsal[],
  openApi: unknown,
): object {
  return {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: rehearsals.map((each) => interactionOf(each, openApi)),
    metadata: { pactSpecification: { version: '3.0.0' } },
  }
}

function interactionOf(
  { kind, states, recorded, path, body, key, generators, answer, operation }: Rehearsal,
  openApi: unknown,
) {
  const components = fieldOf(fieldOf(openApi, 'components'), 'schemas')
  const expected = expectationFor(
    answer,
    responseSchema(openApi, operation, recorded.status),
    isSchema(components) ? components : {},
  )
  const { error } = recorded
  const isRefusal = error !== undefined
  const query = [...new URLSearchParams(recorded.query).keys()]
  const matchers = { ...expected?.matchers, ...(isRefusal && { '$.error': { match: 'equality' } }) }
  return {
    description: kind,
    providerStates: states.map((name) => ({ name })),
    request: {
      method: recorded.method,
      path,
      ...(query.length > 0 && {
        query: Object.fromEntries(query.map((name) => [name, new URLSearchParams(recorded.query).getAll(name)])),
      }),
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== null && { 'Content-Type': 'application/json' }),
      },
      ...(body !== null && { body }),
      ...(Object.keys(generators).length > 0 && { generators }),
    },
    response: {
      status: recorded.status,
      ...(expected !== undefined && {
        body: expected.body,
        matchingRules: {
          body: Object.fromEntries(
            Object.entries(matchers).map(([at, matcher]) => [at, { matchers: [matcher], combine: 'AND' }]),
          ),
        },
      }),
    },
  }
}

function responseSchema(openApi: unknown, operation: string, status: number): unknown {
  const paths = fieldOf(openApi, 'paths')
  const all = (isSchema(paths) ? Object.values(paths) : []).flatMap((item) =>
    isSchema(item) ? Object.values(item) : [],
  )
  const found: unknown = all.find((each) => fieldOf(each, 'x-sim-operation') === operation)
  const content = fieldOf(fieldOf(fieldOf(found, 'responses'), String(status)), 'content')
  return fieldOf(fieldOf(content, 'application/json'), 'schema')
}
