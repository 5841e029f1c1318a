import { expect, test } from 'vitest'
import { list, rows } from '../support/list-instances.ts'
import { proves } from '../support/proves.ts'

/** The fields of the contract's table, by type. */
const fields = {
  integer: `id template_id ssh_port machine_dir_ssh_port machine_id host_id cpu_cores cpu_cores_effective
    direct_port_count direct_port_start direct_port_end`,
  string: `actual_status cur_state next_state intended_status label status_msg template_hash_id template_name image_uuid
    image_runtype onstart jupyter_token public_ipaddr local_ipaddrs ssh_host ssh_idx cpu_arch cpu_name gpu_name gpu_arch
    disk_name geolocation verification mobo_name time_remaining time_remaining_isbid`,
  number: `start_date end_date duration cpu_ram cpu_util mem_limit mem_usage vmem_usage gpu_totalram gpu_ram gpu_util
    gpu_temp gpu_frac gpu_lanes gpu_mem_bw bw_nvlink disk_space disk_bw disk_util disk_usage min_bid dph_base dph_total
    flops_per_dphtotal total_flops reliability2 pci_gen pcie_bw num_gpus storage_cost storage_total_cost
    vram_costperhour credit_balance credit_discount credit_discount_max client_run_time host_run_time`,
  boolean: 'static_ip rentable is_bid external',
  'number or null': 'uptime_mins dlperf dlperf_per_dphtotal score',
  'string or null': 'os_version webpage country_code',
  strings: 'image_args',
  pairs: 'extra_env',
  bindings: 'ports',
  costs: 'search instance',
  array: 'volume_info',
}

const costs = ['gpuCostPerHour', 'diskHour', 'totalHour', 'discountTotalHour', 'discountedTotalPerHour']
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isString = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => Number.isFinite(value)
const everyOf = (value: unknown, holds: (each: unknown) => boolean) => Array.isArray(value) && value.every(holds)

const isOf: Readonly<Record<keyof typeof fields, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  string: isString,
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  'number or null': (value) => value === null || isNumber(value),
  'string or null': (value) => value === null || isString(value),
  strings: (value) => everyOf(value, isString),
  pairs: (value) => everyOf(value, (pair) => everyOf(pair, isString) && (pair as unknown[]).length === 2),
  bindings: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([key, bound]) =>
        /^\d+\/(tcp|udp)$/.test(key) &&
        everyOf(bound, (each) => isObject(each) && isString(each['HostIp']) && isString(each['HostPort'])),
    ),
  costs: (value) =>
    isObject(value) &&
    Object.values(value).every(isNumber) &&
    Object.keys(value).toSorted().join() === costs.toSorted().join(),
  array: Array.isArray,
}

const typeOf = new Map(
  Object.entries(fields).flatMap(([type, names]) =>
    names.split(/\s+/).map((name) => [name, type as keyof typeof fields] as const),
  ),
)

test('the table of the contract has 91 fields', () => {
  expect(typeOf.size).toBe(91)
})

proves(
  'instances.list.lists-own',
  'an instance shows every field of the contract with its type, and no other',
  async ({ simulate }) => {
    const { as } = simulate(rows)
    for (const instance of await list(as('renter-key'))) {
      expect(Object.keys(instance).toSorted()).toEqual([...typeOf.keys()].toSorted())
      for (const [name, type] of typeOf) {
        expect(isOf[type](instance[name]), `${name} is ${type}: ${JSON.stringify(instance[name])}`).toBe(true)
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
