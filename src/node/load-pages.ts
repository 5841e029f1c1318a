import type { LoadPages } from '../server/service.ts'

/** The pages for people, read when somebody looks. */
export const loadPages: LoadPages = () => import('./pages.ts')
