import { code, docs, type Source } from '../kernel/evidence.ts'

/** The contract itself, where it is silent on an alternative: what it does show. */
export const contract = docs('the contract')
export const reference = docs('Vast.ai public API reference', '2026-01')
export const vendorDocs = docs('vast-ai/docs', '2026')
/** What the vendor's own client sends and reads was recorded. */
export const officialClient = code('vast-ai/vast-cli, recorded', '2026-08')
export const aprilClient = code('vast-ai/vast-cli, recorded', '2026-04')
/** It sends requests to the workers of an endpoint group. */
export const serverlessClient = code('vast-ai/vast-sdk, serverless client', '2026')
export const olderClient = code('vast-ai/vast-cli 1.5.2, recorded')

/** Sources of one kind that say the same, and cannot be looked up. */
export const unnamed = (count: number, kind: Source['kind'], date: string | null = null): Source => ({
  kind,
  source: count === 1 ? 'not published under a name' : `${count} not published under names`,
  date,
  count,
})
