import { createRequire } from 'node:module'

// Loads with autocannon, where there is no wrk, and prints what wrk's script prints.
interface Result {
  readonly duration: number
  readonly requests: { readonly total: number }
  readonly throughput: { readonly total: number }
  readonly latency: { readonly p50: number; readonly p99: number }
  readonly errors: number
  readonly non2xx: number
}

const [, , module = '', spec = ''] = process.argv
const autocannon: (options: object) => Promise<Result> = createRequire(import.meta.url)(module)
const { duration, requests, throughput, latency, errors, non2xx } = await autocannon(JSON.parse(spec))
const seen = {
  seconds: duration,
  requests: requests.total,
  bytes: throughput.total,
  errors,
  refused: non2xx,
  p50Ms: latency.p50,
  p99Ms: latency.p99,
}
console.log(`SEEN ${JSON.stringify(seen)}`)
