import { type Expectations, wantedFor } from '../../src/sweep/expectations.ts'
import type { Fact } from '../../src/sweep/fact.ts'
import type { Run } from '../../src/sweep/judge.ts'
import { resultOf, type TrialResult } from '../../src/sweep/report.ts'
import { TRIAL_FAULT, type Trial } from '../../src/testing/trial/trial.ts'

/** What the fault of a trial did to a call. */
export const trialFault = {
  name: TRIAL_FAULT,
  effect: 'status',
  value: 503,
  outcome: 'answered',
  happened: false,
} as const

/** A call that worked. */
export const call = (fields: Partial<Fact> = {}): Fact => ({
  sandbox: 'default',
  realEndedMs: 0,
  isCall: true,
  happened: true,
  requestDigest: '',
  id: 1,
  startedMs: 0,
  endedMs: 0,
  realMs: null,
  operation: 'instances.list',
  userId: 1001,
  keyDigest: 'digest',
  method: 'GET',
  path: '/api/v0/instances/',
  query: '',
  requestHeaders: {},
  requestBody: '',
  omittedBytes: 0,
  status: 200,
  responseHeaders: {},
  responseBody: '{}',
  basis: 'documented',
  rules: [],
  hint: null,
  fault: null,
  changes: [],
  ...fields,
})

export const usualCalls: readonly Fact[] = [call()]

export const ran = (fields: Partial<Run>): Run => ({
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

/** The verdict of a sweep on a trial, with a command that calls once without it. */
export const judged = (trial: Trial, run: Partial<Run>, expectations: Expectations = {}): TrialResult =>
  resultOf({ trial, run: ran(run), usualCalls }, wantedFor(expectations, trial))
