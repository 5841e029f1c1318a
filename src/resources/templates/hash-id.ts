import { sha256Hex } from '../../kernel/secret.ts'
import { templateFields } from './schema.ts'

const hashedFields = Object.keys(templateFields)
  .filter((field) => field !== 'docker_login_pass')
  .toSorted()

interface Hashed {
  readonly id: number
  readonly revision: number
}

/**
 * Derives a hash_id from what a template says, its id and its revision: twins differ, and so does every edit.
 * The registry password stays out: a hash that everybody sees would let it be guessed.
 */
export function hashOf(template: Hashed): string {
  const values = new Map<string, unknown>(Object.entries(template))
  const content = hashedFields.filter((field) => values.has(field)).map((field) => [field, values.get(field)])
  return sha256Hex(JSON.stringify([template.id, template.revision, content])).slice(0, 32)
}
