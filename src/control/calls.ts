import { z } from 'zod'
import { documentSchema } from '../testing/document-schemas.ts'
import { documentKinds } from '../testing/editor-line.ts'
import { bundle, har } from './bundle.ts'
import { call, type Call, WrittenBody } from './call.ts'
import { clockCalls, upcoming } from './clock.ts'
import { compare } from './compare.ts'
import { coverageCalls } from './coverage.ts'
import { unknownName } from './error.ts'
import { fork, forkNow, overview, sandboxCalls } from './sandboxes.ts'
import { faultActivity, faultCalls, stubCalls } from './faults.ts'
import { health, metrics, trial, sweepCalls } from './server-calls.ts'
import { journalCalls } from './journal.ts'
import { controlOpenApi } from './openapi.ts'
import { providerState } from './provider-state.ts'
import { requestCalls } from './requests.ts'
import { reset, startCalls } from './start.ts'
import { ruleMapCalls, ruleCalls } from './rules.ts'
import { scenarioCalls } from './scenario.ts'
import { shownRowCalls } from './shown-rows.ts'
import { snapshotCalls, undoCalls } from './snapshots.ts'
import { stateCalls } from './state.ts'

const ownCalls = {
  health,
  openApi: call('GET /openapi.json', {
    summary: 'This description',
    shows: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
    act: ({ publicPath = '' }) => controlOpenApi(calls, publicPath),
  }),
  schema: call('GET /schemas/:file', {
    summary: 'The JSON Schema of fixtures or scenarios; needs no token',
    shows: z.looseObject({ $schema: z.string() }),
    mediaType: 'application/schema+json',
    act: ({ params: { file } }) => {
      const kind = documentKinds.find((each) => file === `${each}.schema.json`)
      if (kind !== undefined) return documentSchema(kind)
      throw unknownName(
        'schema',
        file,
        documentKinds.map((each) => `${each}.schema.json`),
      )
    },
    show: (schema) => new WrittenBody(JSON.stringify(schema), 'application/schema+json'),
  }),
}

const subjects: readonly Readonly<Record<string, Call>>[] = [
  ownCalls,
  { metrics },
  { reset },
  startCalls,
  // Its paths are more exact than those of a row.
  shownRowCalls,
  stateCalls,
  snapshotCalls,
  undoCalls,
  clockCalls,
  { upcoming },
  scenarioCalls,
  ruleCalls,
  { faultActivity },
  faultCalls,
  stubCalls,
  { bundle, har },
  requestCalls,
  journalCalls,
  { fork, forkNow },
  coverageCalls,
  ruleMapCalls,
  { trial },
  sweepCalls,
  { providerState },
  sandboxCalls,
  { compare, overview },
]

/** Every control call, in the order of the description. */
export const calls: readonly Call[] = subjects.flatMap((each) => Object.values(each))
