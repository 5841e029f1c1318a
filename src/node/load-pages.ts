import type { LoadPages } from '../server/service.ts'

/** Dashboard and reference page, loaded by the first request for one. */
export const loadPages: LoadPages = () => import('./pages.ts')
