import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { captures } from '../support/captures.ts'
import { isDrawn } from '../support/drawn.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { type Alter, type Row, storyOf } from '../support/story.ts'

endWhatTestsStart()

const { folder } = captures()

interface Verdict {
  readonly about: string
  readonly basis?: string
  readonly verdict: string
}

async function verdictsOn(captured: unknown): Promise<readonly Verdict[]> {
  const file = join(folder, 'story.har')
  writeFileSync(file, JSON.stringify(captured))
  const { stdout, stderr } = await run(['drift', file, '--dialect', 'observed', '--format', 'json'])
  expect(stderr).toBe('')
  return JSON.parse(stdout).verdicts
}

/** The part of the day that a rule shows itself in. */
const partOf = (rule: string): string => rule.split('.')[0]?.replace('rental-offers', 'instances') ?? ''

/** The rules that differ. */
const differing = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ basis, verdict }) => basis !== undefined && verdict === 'differs').map(({ about }) => about)

test('all of a day with the simulator holds, and most of it shows a rule', async () => {
  const verdicts = await verdictsOn(await storyOf({ dialect: 'observed' }))
  expect(verdicts.filter(({ verdict }) => verdict === 'differs')).toEqual([])
  expect(verdicts.filter(({ basis }) => basis !== undefined).length).toBeGreaterThan(40)
})

const chosen = [
  ['templates.delete.id-unknown', { status: 410 }],
  ['templates.edit.hash-id-unknown', { status: 410 }],
  ['templates.create.required-missing', { status: 422 }],
  ['instances.create.offer-unknown', { status: 404 }],
  ['instances.create.offer-rented', { status: 409 }],
  ['instances.change.unknown', { status: 410 }],
  ['network-volumes.list.disk-id-invalid', { status: 422 }],
  ['network-volumes.list.disk-not-owned', { status: 404 }],
  ['network-volumes.unlist.id-missing', { status: 422 }],
  ['endpoint-groups.update.group-unknown', { status: 404 }],
  ['endpoint-groups.update.target-util-maximum', { status: 422 }],
  ['endpoint-groups.delete.group-unknown', { status: 404 }],
  ['authentication.key-unknown', { status: 401 }],
  ['authentication.key-missing', { status: 401 }],
  ['templates.statuses', { value: 201 }],
  ['instances.list.statuses', { value: 203 }],
  ['instances.create.answer', { value: 201 }],
  ['instances.change.answer', { value: 202 }],
  ['network-volumes.search.statuses', { value: 206 }],
  ['endpoint-groups.create.creates', { value: 201 }],
  ['instances.list.ports-not-running', 'empty'],
  ['instances.list.unset', 'empty'],
] as const

test.each(chosen.filter(([rule]) => isDrawn(rule)))('where %s is %j, it alone differs', async (rule, choice) => {
  const captured = await storyOf({ dialect: 'observed', rules: { [rule]: choice } }, undefined, partOf(rule))
  expect(differing(await verdictsOn(captured))).toEqual([rule])
})

type List = 'instances' | 'offers' | 'templates' | 'results'

/** Which answers have rows of a list. */
const isListed: Record<List, (told: Parameters<Alter>[0]) => boolean> = {
  instances: ({ method }) => method === 'GET',
  offers: ({ method }) => method === 'POST',
  templates: ({ path }) => path.includes('template'),
  results: ({ path }) => path.includes('endptjobs'),
}

const rows =
  (list: List, alter: (row: Row) => void): Alter =>
  (told) => {
    const listed: unknown = told.body[list]
    if (isListed[list](told) && Array.isArray(listed)) told.body[list].forEach(alter)
  }

const times = (value: unknown, factor: number): number => Number(value) * factor

const onlyTheFirst: Alter = ({ path, body }) => {
  if (!path.includes('/instances/') || !Array.isArray(body.instances)) return
  Object.assign(body, { instances_found: 1, instances: body.instances.slice(0, 1) })
}

let first: string
let kept: Row[]

const altered: readonly (readonly [rule: string, how: string, alter: Alter])[] = [
  [
    'instances.list.time-and-money',
    'dph_total has no storage',
    rows('instances', (row) => (row['dph_total'] = row['dph_base'])),
  ],
  [
    'instances.list.time-and-money',
    'a month has 730 hours',
    rows('instances', (row) => (row['instance'] = { totalHour: times(row['storage_total_cost'], 720 / 730) })),
  ],
  [
    'instances.list.time-and-money',
    'duration is the age',
    rows('instances', (row) => (row['duration'] = Number(row['end_date']) - Number(row['start_date']) + 9)),
  ],
  ['instances.list.time-and-money', 'client_run_time grows', rows('instances', (row) => (row['client_run_time'] = 3))],
  ['instances.list.lists-own', 'instances_found counts one more', ({ body }) => void (body.instances_found += 1)],
  [
    'instances.list.order',
    'instances come in another order',
    ({ body }) => void (Array.isArray(body.instances) && (body.instances = body.instances.toReversed())),
  ],
  ['instances.change.labels', 'a label is lost', rows('instances', (row) => (row['label'] &&= 'another'))],
  ['instances.create.rents', 'a new instance is not listed', onlyTheFirst],
  [
    'rental-offers.search.prices',
    'dph_total of an offer has no storage',
    ({ path, body }) => path.includes('bundles') && body.offers.forEach((row) => (row['dph_total'] = row['dph_base'])),
  ],
  [
    'rental-offers.search.rentable',
    'a rented offer is found',
    ({ path, body }) => path.includes('bundles') && body.offers.forEach((row) => (row['rentable'] = false)),
  ],
  [
    'network-volumes.search.units',
    'storage is counted by 730 hours',
    rows('offers', (row) => (row['storage_cost_total'] = times(row['storage_cost_total'], 720 / 730))),
  ],
  [
    'network-volumes.search.finds',
    'an order is ignored',
    ({ path, body }) =>
      path.includes('network_volumes/search') &&
      (body.offers = body.offers.toSorted((a, b) => Number(a['ask_contract_id']) - Number(b['ask_contract_id']))),
  ],
  ['templates.search.use-ssh', 'use_ssh is false', rows('templates', (row) => (row['use_ssh'] = false))],
  [
    'templates.edit.id-stays',
    'an edit gives another id',
    ({ method, path, body }) =>
      method === 'PUT' && path.includes('template') && body.template && (body.template.id += 1),
  ],
  [
    'templates.edit.rotates-hash-id',
    'an edit keeps the hash_id',
    ({ method, path, body }) => {
      if (!path.includes('template') || body.template === undefined) return
      if (method === 'POST') first = body.template.hash_id
      else body.template.hash_id = first
    },
  ],
  [
    'templates.delete.deletes',
    'a deleted template is still found',
    ({ method, path, body }) => {
      if (method !== 'GET' || !path.includes('template')) return
      if (body.templates.length < kept.length && !path.includes('?')) body.templates = kept
      kept = body.templates
    },
  ],
  ['endpoint-groups.update.updates', 'an update is lost', rows('results', (row) => (row['max_workers'] = 20))],
]

test.each(altered.filter(([, how]) => isDrawn(how)))('%s differs where %s', async (rule, _, alter) => {
  first = ''
  kept = []
  expect(differing(await verdictsOn(await storyOf({ dialect: 'observed' }, alter, partOf(rule))))).toEqual([rule])
})
