import type { LoadPages } from '../server/service.ts'

/** Dashboard and reference, loaded by the first request for one. */
export const loadPages: LoadPages = async () => (await import('./pages.ts')).dashboard
