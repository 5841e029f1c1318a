import { sha256Hex } from '../../kernel/secret.ts'
import { settingNames } from './schema.ts'

const hashedFields = settingNames.filter((name) => name !== 'docker_login_pass').toSorted()

type Hashed = { readonly id: number; readonly revision: number } & {
  readonly [Field in (typeof hashedFields)[number]]?: unknown
}

/**
 * Derives a hash_id from the settings of a template, its id and its revision, so that equal templates differ, and so does every edit.
 * The registry password is left out: the hash is public, and passwords could be tried against it.
 */
export function hashOf(template: Hashed): string {
  const lines = [`${template.id} ${template.revision}`]
  for (const field of hashedFields) {
    const value = template[field]
    if (value === undefined) continue
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    lines.push(`${field} ${text.length} ${text}`)
  }
  return sha256Hex(lines.join('\n'), 16)
}
