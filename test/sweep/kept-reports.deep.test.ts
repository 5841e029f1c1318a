import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { rulesInForce } from '../../src/marketplace/rule-choices.ts'
import { judge } from '../../src/report/judge.ts'
import { mergeTotals } from '../../src/report/merge.ts'
import { pactReport } from '../../src/pact/report.ts'
import { reportAs } from '../../src/report/report.ts'
import { chooseTrials, planTrials } from '../../src/sweep/plan.ts'
import { sweepAs } from '../../src/sweep/forms.ts'
import { sweepReport } from '../../src/sweep/report.ts'
import { initialExpectations } from '../../src/sweep/expectations.ts'
import { families } from '../../src/testing/trial/trial.ts'
import { call, judged, ran, trialFault, trialOf } from './facts.ts'

/** Exchanges of every kind: documented, assumed, injected, not matched, with findings. */
async function asked() {
  const sim = createSimulator({ clock: 'frozen', seed: 'kept', rateLimit: { enabled: false } })
  const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
  const send = (method: string, path: string, body?: object) =>
    sim.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) }).catch(() => undefined)
  sim.faults.add({ name: 'lost', match: { operation: 'cloud-connections.list' }, effect: { reset: true } })
  sim.faults.add({
    name: 'never',
    match: { operation: 'instances.list', method: 'GET' },
    when: { after: 9 },
    effect: { status: 500 },
  })
  await send('GET', '/api/v0/instances/')
  await send('POST', '/api/v0/template/', { name: 'x', image: 'y', 'a|b`c': 1 })
  await send('POST', '/api/v0/template/', { name: 'x', image: 'y', 'a|b`c': 1 })
  await send('GET', '/nowhere')
  await send('GET', '/api/v0/users/cloud_integrations/')
  return { sim, coverage: sim.coverage(), findings: sim.findings() }
}

/** A report as JUnit, without the text that it repeats. */
const withoutText = (told: string): string =>
  told.replaceAll(/<system-out>[^]*?<\/system-out>/g, '<system-out>the text</system-out>')

const reasons = new Map([
  ['instances.list.runtypes', 'we read | none of them'],
  ['instances.list.no-such-rule', 'it is gone'],
])

test('the reports of a run stay', async () => {
  const { coverage, findings } = await asked()
  const scope = 'the sandbox default since its last reset'
  const [expected] = findings
  const judged = judge(
    {
      scope,
      coverage,
      findings: [...findings, ...(expected ? [{ ...expected, sandbox: 'a', expected: true as const }] : [])],
    },
    { failOn: ['findings', 'assumed', 'unmatched'], accepted: { file: 'accepted.yaml', reasons } },
  )
  const empty = createSimulator()
  const idle = judge({ scope, coverage: empty.coverage(), findings: [] }, { failOn: ['findings'] })
  const merged = judge(
    { scope: 'two', ...mergeTotals([0, 1].map(() => ({ coverage, findings, faults: [] }))) },
    { failOn: ['unmatched'] },
  )
  const told = [
    reportAs('text', judged),
    reportAs('markdown', judged),
    withoutText(reportAs('junit', judged)),
    reportAs('markdown', idle),
    reportAs('junit', idle),
    reportAs('text', merged),
  ]
  await expect(told.join('\n')).toMatchFileSnapshot('../data/reports/run.txt')
})

const created = (id: number) => [{ collection: 'instances', id, before: null, after: { id } }]

test('the reports of a sweep stay', async () => {
  const met = call({ status: 503, happened: false, fault: trialFault, responseBody: '{"error":"unavailable"}' })
  const runs = [
    { exitCode: 1, calls: [met], output: 'not ok 1 - lists <b>\nnot ok 2 - sorts # TODO\n' },
    { calls: [met] },
    {
      exitCode: null,
      signal: 'SIGSEGV',
      calls: [met, call({ realEndedMs: 1234, path: '/x', query: 'a=%7B', requestBody: 'body' })],
    },
    {
      exitCode: null,
      timedOut: true,
      calls: [met, met, met],
      output: Array.from({ length: 9 }, (_, at) => `line ${at}`).join('\n'),
    },
    { calls: [call()] },
    { calls: [met, call()] },
    {
      calls: [
        call({ operation: 'instances.create', fault: trialFault, status: 0, changes: created(32) }),
        call({ operation: 'instances.create', changes: created(33) }),
      ],
    },
    { exitCode: 1, calls: Array.from({ length: 9 }, (_, at) => ({ ...met, realEndedMs: at * 1000 })), seconds: 61 },
  ]
  const wanted = { transient: { wanted: ['recovered' as const, 'crashed' as const], why: 'the team says so' } }
  // Of answers that break the contract a few runs show that they are entries apart.
  const results = families.flatMap((family) =>
    (family === 'answers' || family === 'wrong' ? runs.slice(0, 3) : runs).map((run, at) =>
      judged(
        { ...trialOf(family), id: `instances.list/${family}/first/${at}` },
        run,
        at === 0 || at === 3 ? wanted : {},
      ),
    ),
  )
  const searches = Array.from({ length: 12 }, () => call({ operation: 'templates.search' }))
  const reportOn = (trials: typeof results) =>
    sweepReport(ran({ calls: [call(), ...searches] }), {
      command: ['npm', 'run', 'a test'],
      options: [],
      trials,
      left_out: [trialOf('wrong'), trialOf('wrong'), trialOf('answers')].map(({ id }) => id),
      alike: 3,
      unmatched_expectations: [
        { key: 'instances.list/transient/first/504', nearest: 'instances.list/transient/first/503' },
        { key: 'x', nearest: null },
      ],
    })
  // All families in words; one of them in the other forms, which say the same. test/sweep/report reads the JSON.
  const [report, ofOneFamily] = [reportOn(results), reportOn(results.slice(0, runs.length))]
  const good = sweepReport(ran({}), {
    command: report.command,
    options: [],
    trials: [],
    left_out: [],
    alike: 0,
    unmatched_expectations: [],
  })
  const told = [
    sweepAs('text', report),
    sweepAs('markdown', ofOneFamily),
    withoutText(sweepAs('junit', ofOneFamily)),
    ...(['text', 'markdown', 'junit'] as const).map((form) => sweepAs(form, good)),
  ]
  await expect([...told, initialExpectations(ofOneFamily)].join('\n')).toMatchFileSnapshot('../data/reports/sweep.txt')
})

test('the report on failures of a pact stays', async () => {
  const { sim } = await asked()
  const exchanges = [...sim.journal.list()]
  const failed = { description: 'a list', isPending: false, states: ['', 'a', 'b'], refusal: undefined, exchanges }
  const told = pactReport([
    failed,
    { ...failed, isPending: true, states: [''], exchanges: [] },
    { ...failed, states: [], refusal: 'no such state' },
  ])
  await expect(told).toMatchFileSnapshot('../data/reports/pact.txt')
})

test('the trials that a sweep plans for a session stay', async () => {
  // Of bodies that are cut off it is not known what would change them: all is tried.
  const long = { requestBody: '{"', responseBody: '{"' }
  const calls = [
    ...['a', 'b', 'c', 'd'].map((requestDigest) => call({ ...long, requestDigest })),
    call({ ...long, operation: 'templates.search', path: '/api/v0/template/' }),
    call({ ...long, operation: 'instances.create', method: 'PUT' }),
    call({ ...long, operation: 'network-volumes.search', method: 'POST', sandbox: 'other' }),
  ]
  const options = { only: families, everyCall: false }
  const { trials, alike } = chooseTrials(planTrials(calls, rulesInForce('documented', [])), options)
  /** The trials with the same failure. */
  const alikeTrials = new Map<string, string[]>()
  for (const { id, call: at, lasts, injected, why } of trials) {
    const failure = `${lasts}: ${injected}: ${why}`
    alikeTrials.set(failure, [...(alikeTrials.get(failure) ?? []), `${id} ${at}`])
  }
  const told = [...alikeTrials].map(([failure, ids]) => `${failure}: ${ids.join(', ')}\n`)
  await expect([...told, `${alike} alike\n`].join('')).toMatchFileSnapshot('../data/reports/plan.txt')
})
