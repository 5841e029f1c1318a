import { expect } from 'vitest'
import { list, rows } from '../support/list-instances.ts'
import { proves } from '../support/proves.ts'
import { START_SECONDS } from '../support/simulate.ts'

proves('instances.list.time-and-money', 'times follow the clock', async ({ simulate }) => {
  const start_date = START_SECONDS - 3600
  const { as, control } = simulate({
    ...rows,
    instances: [
      { id: 1, user_id: 1001, offer_id: 600, start_date, price: 0.25 },
      { id: 2, user_id: 1001, offer_id: 601, start_date, end_date: START_SECONDS + 5400, intended_status: 'stopped' },
    ],
  })
  const times = async () =>
    (await list(as('renter-key'))).map((instance) =>
      Object.fromEntries(
        Object.entries(instance).filter(([name]) =>
          /^(start_date|end_date|duration|uptime_mins|\w+_run_time|time_remaining\w*)$/.test(name),
        ),
      ),
    )
  const constant = { client_run_time: 1.1, host_run_time: 2_592_000, time_remaining: '', time_remaining_isbid: '' }
  const bid = { start_date, end_date: start_date + 30 * 86_400, ...constant }
  const stopped = { start_date, end_date: START_SECONDS + 5400, uptime_mins: null, ...constant }
  expect(await times()).toEqual([
    { ...bid, duration: 30 * 86_400 - 3600, uptime_mins: 60 },
    { ...stopped, duration: 5400 },
  ])
  await control.post('/_sim/clock/advance', { seconds: 5400.5 })
  expect(await times()).toEqual([
    { ...bid, duration: 30 * 86_400 - 9000.5, uptime_mins: expect.closeTo(9000.5 / 60, 5) as number },
    { ...stopped, duration: 0 },
  ])
})

/** The figures of an instance that was seen live, to the last digit. */
const seen = {
  offer: {
    dph_base: 0.02666666666666667,
    storage_cost: 0.19999999999999998,
    dlperf: 1.0177623801653413,
    total_flops: 2.8196864000000006,
    gpu_totalram: 5120,
  },
  disk: { diskHour: 0.0027777777777777775, discountTotalHour: 0 },
  dph_total: 0.029444444444444447,
}

for (const intended_status of ['running', 'stopped'] as const)
  proves(
    'instances.list.time-and-money',
    `an instance that is ${intended_status} costs what one that was seen does, to the last digit`,
    async ({ simulate }) => {
      const { as } = simulate({
        offers: [{ id: 600, host_id: 1002, ...seen.offer }],
        instances: [{ id: 1, user_id: 1001, offer_id: 600, disk_space: 10, intended_status }],
      })
      const { disk, dph_total } = seen
      expect((await list(as('renter-key')))[0]).toMatchObject({
        dph_base: seen.offer.dph_base,
        storage_total_cost: disk.diskHour,
        dph_total,
        dlperf_per_dphtotal: 34.56551479806819,
        flops_per_dphtotal: 95.76293433962266,
        vram_costperhour: 5.750868055555556e-6,
        is_bid: false,
        search: {
          ...disk,
          gpuCostPerHour: seen.offer.dph_base,
          totalHour: dph_total,
          discountedTotalPerHour: dph_total,
        },
        instance:
          intended_status === 'running'
            ? { ...disk, gpuCostPerHour: seen.offer.dph_base, totalHour: dph_total, discountedTotalPerHour: dph_total }
            : { ...disk, gpuCostPerHour: 0, totalHour: disk.diskHour, discountedTotalPerHour: disk.diskHour },
      })
    },
  )
