import type { z } from 'zod'
import { type JsonSchema, SchemaCollector } from '../contract/json-schema.ts'
import { expectedFindings } from '../harness/expected-findings.ts'
import { fixtureDocument } from '../harness/fixtures/document.ts'
import { faultSchema } from '../harness/faults/schema.ts'
import { verificationSchema } from '../harness/verify.ts'
import { statuses } from './errors.ts'
import { providerStateBody } from './pact.ts'
import { journalFilters } from '../harness/journal-filter.ts'
import { activateBody } from './scenario.ts'
import { rowPatch } from './state.ts'
import { advanceBody, clockBody, resetBody, snapshotBody } from '../steering/wire.ts'

interface Call {
  readonly summary: string
  readonly body?: z.ZodType
  readonly query?: z.ZodType
}

/** Every control call by method and path. */
const calls: Readonly<Record<string, Call>> = {
  'GET /_sim/health': { summary: 'Says that it is up; needs no token' },
  'GET /_sim/openapi.json': { summary: 'This description' },
  'POST /_sim/reset': {
    summary: 'Back to the starting state, or to one that differs in what is named',
    body: resetBody,
  },
  'GET /_sim/state': { summary: 'The data as a fixture document' },
  'PUT /_sim/state': { summary: 'Replaces the data; a bad document changes nothing', body: fixtureDocument },
  'PATCH /_sim/state/{collection}/{id}': { summary: 'Changes fields of one row; null unsets one', body: rowPatch },
  'DELETE /_sim/state/{collection}/{id}': { summary: 'Takes a row away that no other rests on' },
  'GET /_sim/snapshots': { summary: 'The names of the snapshots' },
  'POST /_sim/snapshots': { summary: 'Keeps this moment of the whole sandbox under a name', body: snapshotBody },
  'POST /_sim/snapshots/{name}/restore': { summary: 'Back to a snapshot' },
  'DELETE /_sim/snapshots/{name}': { summary: 'Forgets a snapshot' },
  'GET /_sim/clock': { summary: 'The instant and the mode' },
  'PUT /_sim/clock': { summary: 'Moves to an instant, freezes or runs; answers with what fell due', body: clockBody },
  'POST /_sim/clock/advance': {
    summary: 'Moves forward; answers with what fell due, in time order',
    body: advanceBody,
  },
  'GET /_sim/scenarios': {
    summary: 'The scenarios by name, with description, parameters, and whether they bring data or a clock',
  },
  'GET /_sim/scenario': { summary: 'The active scenario' },
  'PUT /_sim/scenario': {
    summary: 'Starts a scenario anew, by name or as a document; the clock goes on unless one is named',
    body: activateBody,
  },
  'DELETE /_sim/scenario': { summary: 'Back to the start without a scenario; the clock goes on' },
  'GET /_sim/faults': { summary: 'The faults, with their hits, and the requests that they hold' },
  'POST /_sim/faults': { summary: 'Adds a fault, or replaces the one of its name', body: faultSchema },
  'DELETE /_sim/faults': { summary: 'Takes all faults away and releases what they hold' },
  'DELETE /_sim/faults/{name}': { summary: 'Takes a fault away and releases what it holds' },
  'GET /_sim/bundle': { summary: 'The story of the sandbox, for rental-sim replay' },
  'GET /_sim/requests': { summary: 'The journal, and how many exchanges it had to drop', query: journalFilters },
  'DELETE /_sim/requests': { summary: 'Clears the journal' },
  'GET /_sim/requests/{id}': { summary: 'One exchange' },
  'POST /_sim/requests/verify': {
    summary: 'Counts the requests that match, and names near misses',
    body: verificationSchema,
  },
  'GET /_sim/coverage': { summary: 'Hits of every operation and rule' },
  'GET /_sim/findings': { summary: 'What the client should not have done' },
  'GET /_sim/findings/expected': { summary: 'The findings that are provoked on purpose, and how often they were seen' },
  'PUT /_sim/findings/expected': {
    summary: 'Names the findings that are provoked on purpose, until the next reset: they fail no report',
    body: expectedFindings,
  },
  'GET /_sim/totals': {
    summary: 'Coverage and findings of the whole run: of all sandboxes, those that are gone too, and across resets',
  },
  'POST /_sim/pact/provider-states': {
    summary: 'Sets up a provider state, or goes back to the start; a setup answers with values for the pact',
    body: providerStateBody,
  },
  'GET /_sim/sandboxes': { summary: 'The sandboxes' },
  'DELETE /_sim/sandboxes': { summary: 'Drops all sandboxes but the default' },
  'DELETE /_sim/sandboxes/{id}': { summary: 'Drops a sandbox' },
}

/** The control API as OpenAPI 3.1. */
export function controlOpenApi(version: string) {
  const collector = new SchemaCollector()
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const [call, { summary, body, query }] of Object.entries(calls)) {
    const [method = '', path = ''] = call.split(' ')
    const item = (paths[path] ??= {})
    item[method.toLowerCase()] = {
      operationId: operationId(method, path),
      summary,
      parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(collector.input(query)))],
      ...(body && { requestBody: { content: { 'application/json': { schema: collector.input(body) } } } }),
      responses: {
        200: { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } },
        '4XX': failure,
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'rental-sim control API', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [
      { url: '/', description: 'The default sandbox.' },
      { url: '/~{sandbox}', description: 'Another sandbox.', variables: { sandbox: { default: 'default' } } },
    ],
    security: [{}, { controlToken: [] }],
    paths,
    components: {
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The value of --control-token, when there is one.',
        },
      },
      schemas: collector.schemas,
    },
  }
}

const failure = {
  description: `It cannot be carried out, and nothing has changed: ${Object.entries(statuses)
    .map(([error, status]) => `${status} ${error}`)
    .join(', ')}.`,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          error: { type: 'string', enum: Object.keys(statuses) },
          msg: { type: 'string' },
          hint: { type: 'string' },
        },
        required: ['error', 'msg'],
      },
    },
  },
}

const operationId = (method: string, path: string): string =>
  `${method.toLowerCase()}${path.replaceAll(/[/{}._-]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const queryParameters = ({ properties = {} }: JsonSchema) =>
  Object.entries(properties ?? {}).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
