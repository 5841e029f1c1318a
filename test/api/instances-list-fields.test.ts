import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type ByType, fieldsOf } from '../support/documented-parts.ts'
import { list, rows } from '../support/list-instances.ts'
import { proves } from '../support/proves.ts'

const { objects } = parse(readFileSync('test/conformance/contract-fields.yaml', 'utf8')) as {
  readonly objects: Readonly<Record<'Instance' | 'Costs', ByType>>
}
const fields = fieldsOf(objects.Instance)
const costs = fieldsOf(objects.Costs).map(([name]) => name)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isString = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => Number.isFinite(value)
const everyOf = (value: unknown, holds: (each: unknown) => boolean) => Array.isArray(value) && value.every(holds)

const isOf: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  string: isString,
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  'number|null': (value) => value === null || isNumber(value),
  'string|null': (value) => value === null || isString(value),
  '[string]': (value) => everyOf(value, isString),
  // The pairs of extra_env.
  '[array]': (value) => everyOf(value, (pair) => everyOf(pair, isString) && (pair as unknown[]).length === 2),
  Ports: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([key, bound]) =>
        /^\d+\/(tcp|udp)$/.test(key) &&
        everyOf(bound, (each) => isObject(each) && isString(each['HostIp']) && isString(each['HostPort'])),
    ),
  Costs: (value) =>
    isObject(value) &&
    Object.values(value).every(isNumber) &&
    Object.keys(value).toSorted().join() === costs.toSorted().join(),
  array: Array.isArray,
}

test('the table of the contract has 91 fields', () => {
  expect(new Set(fields.map(([name]) => name)).size).toBe(91)
})

proves(
  'instances.list.lists-own',
  'an instance shows every field of the contract with its type, and no other',
  async ({ simulate }) => {
    const { as } = simulate(rows)
    for (const instance of await list(as('renter-key'))) {
      expect(Object.keys(instance).toSorted()).toEqual(fields.map(([name]) => name).toSorted())
      for (const [name, type] of fields) {
        expect(isOf[type]?.(instance[name]), `${name} is ${type}: ${JSON.stringify(instance[name])}`).toBe(true)
      }
    }
  },
)

proves(
  ['instances.list.lists-own', 'instances.list.order'],
  "only the user's own instances are answered, by id",
  async ({ simulate }) => {
    const { as, last } = simulate(rows)
    expect((await list(as('renter-key'))).map(({ id }) => id)).toEqual([31, 33])
    expect(last().basis).toBe('assumed')
    expect((await list(as('host-key'))).map(({ id }) => id)).toEqual([32])
  },
)

proves('instances.list.lists-own', 'what an offer or an instance pins is shown as it is', async ({ simulate }) => {
  const pinned = {
    gpu_name: 'RTX 4090',
    num_gpus: 2,
    geolocation: 'Oslo, NO',
    webpage: null,
    dlperf: null,
    score: null,
  }
  const { as } = simulate({
    offers: [{ id: 600, host_id: 1002, ...pinned }],
    instances: [{ id: 1, user_id: 1001, offer_id: 600, gpu_util: 0.5, label: 'a', ssh_port: 2222 }],
  })
  expect((await list(as('renter-key')))[0]).toMatchObject({
    ...pinned,
    gpu_util: 0.5,
    label: 'a',
    ssh_port: 2222,
    host_id: 1002,
    dlperf_per_dphtotal: null,
  })
})

proves('instances.list.lists-own', 'a machine that costs nothing divides nothing by it', async ({ simulate }) => {
  const { as } = simulate({
    offers: [{ id: 601, dph_base: 0, storage_cost: 0 }],
    instances: [{ id: 1, user_id: 1001, offer_id: 601 }],
  })
  const undivided = { score: null, dlperf_per_dphtotal: null, flops_per_dphtotal: 0 }
  expect(await list(as('renter-key'))).toMatchObject([undivided])
})
