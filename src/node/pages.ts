import type { Hono } from 'hono'
import type { Env } from '../control/env.ts'
import { referenceWith } from '../pages/reference/app.tsx'
import { readSwagger } from './swagger-files.ts'

export { dashboard } from '../pages/dashboard/app.tsx'

export const reference = (): Hono<Env> => referenceWith(readSwagger)
