import { readFixture } from '../harness/fixtures/read.ts'
import { inlineSource } from '../harness/fixtures/source.ts'
import type { Sandbox } from '../sandbox.ts'
import { SteeringError } from './error.ts'

/** Replaces the data. @throws SteeringError `invalid_args` for what is no document, DocumentError for one that cannot be used */
export function importState(sandbox: Sandbox, document: unknown): void {
  if (typeof document !== 'object' || document === null || Object.keys(document).length === 0)
    throw new SteeringError('invalid_args', 'the body is no fixture document', 'GET /_sim/state shows one')
  sandbox.import(readFixture([inlineSource(document)]))
}
