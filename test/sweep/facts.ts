import type { Expectations } from '../../src/report/sweep/expectations.ts'
import { resultOf, type TrialResult } from '../../src/report/sweep/result.ts'
import type { RunFacts } from '../../src/report/sweep/verdict.ts'
import type { Fact } from '../../src/testing/trial/fact.ts'
import type { Trial } from '../../src/testing/trial/trial.ts'

/** A call that worked. */
export const call = (fields: Partial<Fact> = {}): Fact => ({
  sandbox: 'default',
  id: 1,
  endedMs: 0,
  clockMs: 0,
  operation: 'instances.list',
  method: 'GET',
  path: '/api/v0/instances/',
  query: '',
  userId: 1001,
  keyDigest: 'digest',
  status: 200,
  isCall: true,
  happened: true,
  fault: null,
  rules: [],
  requestDigest: '',
  request: '',
  response: '{}',
  shown: {
    startedMs: 0,
    requestHeaders: {},
    responseHeaders: {},
    omittedBytes: 0,
    basis: 'documented',
    hint: null,
    changes: [],
    effect: null,
  },
  ...fields,
})

export const baseline: readonly Fact[] = [call()]

export const ran = (fields: Partial<RunFacts>): RunFacts => ({
  exitCode: 0,
  signal: null,
  timedOut: false,
  output: '',
  seconds: 1,
  calls: [],
  failedTests: [],
  ...fields,
})

export const trialOf = (family: Trial['family'], operation: Trial['operation'] = 'instances.list'): Trial => ({
  id: `${operation}/${family}/first/503`,
  family,
  operation,
  call: 1,
  lasts: 'once',
  injected: '503, once',
  effect: { html_502: true },
})

/** What a sweep says of a trial whose command would call once without it. */
export const judged = (trial: Trial, run: Partial<RunFacts>, expectations: Expectations = {}): TrialResult =>
  resultOf(trial, ran(run), { calls: [call()] }, expectations)
