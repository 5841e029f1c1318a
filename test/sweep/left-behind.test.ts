import { expect, test } from 'vitest'
import { type FlowRun, sweep } from '../../src/sweep.ts'
import { ask } from './ask.ts'

/** What a sweep says of one trial, with the frozen clock of a test. */
async function toldUnder(trial: string, flow: (run: FlowRun) => Promise<unknown>) {
  const { trials } = await sweep(flow, { trial, simulator: { dialect: 'observed', clock: 'frozen' } })
  return trials.map(({ verdict, good }) => `${verdict}, ${good ? 'good' : 'bad'}`)
}

const down = 'instances.show/outage/first/503'
const rent = async (run: FlowRun): Promise<unknown> =>
  (await ask(run, 'PUT', '/asks/12345678/', { image: 'library/python', label: 'mine' }))['new_contract']
const show = (run: FlowRun, id: unknown) => ask(run, 'GET', `/instances/${String(id)}/`)
const destroy = (run: FlowRun, id: unknown) => ask(run, 'DELETE', `/instances/${String(id)}/`)

const leaving = async (run: FlowRun) => {
  const id = await rent(run)
  await show(run, id)
  await destroy(run, id)
}
const quiet = async (run: FlowRun) => {
  const id = await rent(run)
  const shown = await show(run, id).catch(() => undefined)
  if (shown !== undefined) await destroy(run, id)
}
const careful = async (run: FlowRun) => {
  const id = await rent(run)
  await show(run, id).finally(() => destroy(run, id))
}
const keeping = async (run: FlowRun) => show(run, await rent(run))
const returning = async (run: FlowRun) => destroy(run, await rent(run))
/** Does not read what the service says of the deletion. */
const returningBlindly = async (run: FlowRun) => {
  const headers = { authorization: 'Bearer renter-key' }
  const path = `/api/v0/instances/${String(await rent(run))}/`
  await run.fetch(path, { method: 'DELETE', headers, signal: AbortSignal.timeout(100) })
}
const templates = async (run: FlowRun) => {
  await ask(run, 'POST', '/template/', { name: 'mine', image: 'library/python' })
  await ask(run, 'GET', '/instances/')
  await ask(run, 'DELETE', '/template/', { template_id: 50_000_021 }).catch(() => undefined)
}
const group = async (run: FlowRun) => {
  const { id } = await ask(run, 'POST', '/endptjobs/', { endpoint_name: 'mine' }).then((answer) => ({
    id: answer['result'],
  }))
  await ask(run, 'GET', '/instances/')
  await ask(run, 'DELETE', `/endptjobs/${String(id)}/`)
}

test('a machine that a failing flow leaves is left-behind: it costs on', async () => {
  expect(await toldUnder(down, leaving)).toEqual(['left-behind, bad'])
  expect(await toldUnder('instances.show/transient/first/reset', leaving)).toEqual(['left-behind, bad'])
  expect(await toldUnder('instances.show/refusals/first/404-html', leaving)).toEqual(['left-behind, bad'])
})

/** Goes on with a machine that runs, and with no other. */
const choosing = async (run: FlowRun) => {
  const id = await rent(run)
  const { instances } = await show(run, id)
  if (!JSON.stringify(instances).includes('"actual_status":"running"')) throw new Error(`machine ${String(id)} is gone`)
  await destroy(run, id)
}

test('a machine of which the answer says that it is gone is not left behind; one that it says is stopped is', async () => {
  expect(await toldUnder('instances.show/answers/first/null.instances', choosing)).toEqual(['noticed, good'])
  expect(await toldUnder('instances.show/answers/first/status.stopped', choosing)).toEqual(['left-behind, bad'])
  expect(await toldUnder('instances.show/answers/first/status.offline', choosing)).toEqual(['left-behind, bad'])
})

test('a passing flow that skips its deletion leaves it behind, too', async () => {
  expect(await toldUnder(down, quiet)).toEqual(['left-behind, bad'])
})

test('a flow that destroys it whatever happens leaves nothing, and one that keeps it does so without the fault', async () => {
  expect(await toldUnder(down, careful)).toEqual(['noticed, good'])
  expect(await toldUnder(down, keeping)).toEqual(['noticed, good'])
})

test('what cannot be deleted because of the fault is not left behind, and a template costs nothing', async () => {
  expect(await toldUnder('instances.destroy/outage/first/503', returning)).toEqual(['noticed, good'])
  expect(await toldUnder('instances.destroy/transient/first/redirect', returning)).toEqual(['noticed, good'])
  expect(await toldUnder('instances.destroy/transient/first/redirect', returningBlindly)).toEqual(['left-behind, bad'])
  expect(await toldUnder('instances.destroy/transient/first/503', returning)).toEqual(['left-behind, bad'])
  expect(await toldUnder('instances.list/outage/first/503', templates)).toEqual(['noticed, good'])
})

test('who fails at an answer that nothing was deleted is good, and who does not read it is bad', async () => {
  const refused = 'instances.destroy/answers/first/success-false'
  expect(await toldUnder(refused, returning)).toEqual(['noticed, good'])
  expect(await toldUnder(refused, returningBlindly)).toEqual(['unnoticed, bad'])
})

test('an endpoint group that is left is reported as well', async () => {
  expect(await toldUnder('instances.list/outage/first/503', group)).toEqual(['left-behind, bad'])
})
