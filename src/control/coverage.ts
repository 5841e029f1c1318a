import { z } from 'zod'
import { strengths } from '../kernel/evidence.ts'
import { strictObject } from '../kernel/wire.ts'
import { expectedFindings, type ShownExpectation, shownExpectation } from '../testing/findings/expected-findings.ts'
import { findingSchema } from '../testing/findings/finding.ts'
import { findingsIn } from '../testing/findings/findings.ts'
import { silentIn } from '../testing/findings/run-totals.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { rulesIn } from '../sandbox/world-config.ts'
import { call } from './call.ts'

/** What is expected, and how often it was seen. */
const expectedIn = ({ world }: Sandbox): readonly ShownExpectation[] => world.findings.expected.show(findingsIn(world))

const hits = z.int()
const counted = { total: z.int(), touched: z.int() }
const ruleHits = strictObject({ ...counted, rules: z.array(strictObject({ id: z.string(), text: z.string(), hits })) })

const assumedHits = strictObject({
  ...counted,
  by_strength: z.record(z.string(), strictObject(counted)).describe('The same for each strength of evidence.'),
  rules: z.array(
    strictObject({
      id: z.string(),
      text: z.string(),
      hits,
      strength: z.enum(strengths),
      date: z.string().nullable(),
      is_old: z.boolean(),
    }),
  ),
})

const shownCoverage = strictObject({
  operations: z.array(
    strictObject({
      id: z.string(),
      method: z.string(),
      path: z.string(),
      hits,
      injected: z.int().describe('Answers of a fault, which are no hits.'),
    }),
  ),
  documented: ruleHits,
  assumed: assumedHits,
  injected: strictObject({ answers: z.int() }),
  unmatched: strictObject({ requests: z.int() }),
}).meta({ id: 'Coverage' })

const shownExpected = strictObject({
  expected: z.array(shownExpectation),
})

/** Coverage and findings, of one sandbox or of the whole run. */
export const coverageCalls = {
  coverage: call('GET /coverage', {
    summary: 'Hits of every operation and rule',
    shows: shownCoverage,
    act: ({ sandbox: { world } }) => world.coverage.report(world.rules),
  }),
  findings: call('GET /findings', {
    summary: 'Mistakes of the client',
    shows: strictObject({ findings: z.array(findingSchema) }),
    act: ({ sandbox }) => findingsIn(sandbox.world),
    show: (findings) => ({ findings }),
  }),
  expected: call('GET /findings/expected', {
    summary: 'The expected findings, and how often each came',
    shows: shownExpected,
    act: ({ sandbox }) => expectedIn(sandbox),
    show: (expected) => ({ expected }),
  }),
  expect: call('PUT /findings/expected', {
    summary: 'Names the findings that a test expects, until the next reset: they fail no report',
    takes: expectedFindings,
    shows: shownExpected,
    act: ({ sandbox, runTotals }, list) => {
      sandbox.world.findings.expected.set(list)
      runTotals?.changed()
      return expectedIn(sandbox)
    },
    show: (expected) => ({ expected }),
  }),
  totals: call('GET /totals', {
    summary: 'Coverage and findings of the whole run: all sandboxes, also deleted ones, across resets',
    shows: strictObject({ coverage: shownCoverage, findings: z.array(findingSchema) }),
    act: ({ sandbox, sandboxes, runTotals }) => {
      const start = rulesIn(sandbox.configs.initial)
      const { coverage, findings, faults } = runTotals.totals(sandboxes.worlds, start)
      return { coverage, findings: [...findings, ...silentIn(faults)] }
    },
  }),
}
