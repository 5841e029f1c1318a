import { readFile } from 'node:fs/promises'
import { folder } from 'virtual:reference'
import type { ReadSwagger } from '../pages/reference/app.tsx'

/** Reads a file of Swagger UI. They have nearly two megabytes and few use them, so they are no part of the bundles. */
export const readSwagger: ReadSwagger = (name) => readFile(new URL(name, folder))
