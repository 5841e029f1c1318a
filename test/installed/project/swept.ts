import { type FlowSweep, sweep } from 'rental-sim/sweep'

const headers = { Authorization: 'Bearer renter-key' }

const { resilience, bad }: FlowSweep = await sweep(
  async ({ fetch }) => {
    const { status } = await fetch('/api/v0/template/', { headers })
    if (status !== 200) throw new Error(`answered ${status}`)
  },
  { trial: 'templates.search/transient/first/503' },
)
console.log(JSON.stringify({ resilience, bad: bad.map(({ verdict }) => verdict) }))
