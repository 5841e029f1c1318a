import { z } from 'zod'
import { sha256Hex } from '../../kernel/secret.ts'
import { templateFields } from './schema.ts'

const hashedFields = z.object(templateFields).omit({ docker_login_pass: true }).keyof().options.toSorted()

type Hashed = { readonly id: number; readonly revision: number } & {
  readonly [Field in (typeof hashedFields)[number]]?: unknown
}

/**
 * Derives a hash_id from what a template says, its id and its revision: twins differ, and so does every edit.
 * The registry password stays out: a hash that everybody sees would let it be guessed.
 */
export function hashOf(template: Hashed): string {
  const content: [string, unknown][] = []
  for (const field of hashedFields) if (template[field] !== undefined) content.push([field, template[field]])
  return sha256Hex(JSON.stringify([template.id, template.revision, content]), 16)
}
