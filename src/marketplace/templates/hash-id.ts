import { sha256Hex } from '../../kernel/secret.ts'
import { settingNames } from './schema.ts'

const hashedFields = settingNames.filter((name) => name !== 'docker_login_pass').toSorted()

type Hashed = { readonly id: number; readonly revision: number } & {
  readonly [Field in (typeof hashedFields)[number]]?: unknown
}

/**
 * Derives a hash_id from what a template says, its id and its revision: twins differ, and so does every edit.
 * The registry password stays out: a hash that everybody sees would let it be guessed.
 */
export function hashOf(template: Hashed): string {
  let content = `${template.id} ${template.revision}`
  for (const field of hashedFields) {
    const value = template[field]
    if (value === undefined) continue
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    content += `\n${field} ${text.length} ${text}`
  }
  return sha256Hex(content, 16)
}
