import type { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { referenceWith } from '../reference/app.tsx'
import { readSwagger } from './swagger-files.ts'

export { dashboard } from '../dashboard/app.tsx'

export const reference = (): Hono<Env> => referenceWith(readSwagger)
