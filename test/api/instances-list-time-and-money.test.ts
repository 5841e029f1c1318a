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
  const bid = { start_date, end_date: start_date + 30 * 86_400, host_run_time: 720 }
  const stopped = {
    start_date,
    end_date: START_SECONDS + 5400,
    host_run_time: 2.5,
    uptime_mins: null,
    time_remaining_isbid: '',
  }
  const atStart = { duration: 3600, client_run_time: 1 }
  expect(await times()).toEqual([
    { ...bid, ...atStart, uptime_mins: 60, time_remaining: '29d 23h', time_remaining_isbid: '29d 23h' },
    { ...stopped, ...atStart, time_remaining: '0d 1h' },
  ])
  await control.post('/_sim/clock/advance', { seconds: 5400.5 })
  const later = { duration: 9000.5, client_run_time: expect.closeTo(9000.5 / 3600, 5) as number }
  expect(await times()).toEqual([
    {
      ...bid,
      ...later,
      uptime_mins: expect.closeTo(9000.5 / 60, 5) as number,
      time_remaining: '29d 21h',
      time_remaining_isbid: '29d 21h',
    },
    { ...stopped, ...later, time_remaining: '0d 0h' },
  ])
})

proves('instances.list.time-and-money', 'dph_total is machine plus storage in $/hour', async ({ simulate }) => {
  const offer = { id: 600, host_id: 1002, dph_base: 0.5, storage_cost: 0.146, dlperf: 103.2, total_flops: 51.6 }
  const { as } = simulate({
    offers: [offer],
    instances: [{ id: 1, user_id: 1001, offer_id: 600, disk_space: 80 }],
  })
  const priced = {
    gpuCostPerHour: 0.5,
    diskHour: 0.016,
    totalHour: 0.516,
    discountTotalHour: 0,
    discountedTotalPerHour: 0.516,
  }
  expect((await list(as('renter-key')))[0]).toMatchObject({
    dph_base: 0.5,
    storage_total_cost: 0.016,
    dph_total: 0.516,
    dlperf_per_dphtotal: 200,
    flops_per_dphtotal: 100,
    is_bid: false,
    search: priced,
    instance: priced,
  })
})
