import { code, docs, type Source } from '../kernel/evidence.ts'

/** The contract itself, where it is silent on an alternative: what it does show. */
export const contract = docs('the contract')
export const reference = docs('public API reference', '2026-01')
export const vendorDocs = docs('vendor documentation', '2026')
/** What the vendor's own client sends and reads was recorded. */
export const officialClient = code('official client, recorded', '2026-08')
export const aprilClient = code('official client, recorded', '2026-04')
/** It sends requests to the workers of an endpoint group. */
export const serverlessClient = code('official client for serverless endpoints', '2026')
export const olderClient = code('official client 1.5.2, recorded')

/** Files of public repositories whose names are not known to us. */
export const publicFiles = (count: number, kind: Source['kind'], date: string | null = null): Source => ({
  kind,
  source: count === 1 ? 'a public file' : `${count} public files`,
  date,
  count,
})
