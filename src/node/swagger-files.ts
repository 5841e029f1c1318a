import { readFile } from 'node:fs/promises'
import { folder } from 'virtual:reference'
import type { ReadSwagger } from '../pages/reference/app.tsx'

/** Nearly two megabytes that few ask for, so they stand beside the bundles and are read when somebody does. */
export const readSwagger: ReadSwagger = (name) => readFile(new URL(name, folder))
