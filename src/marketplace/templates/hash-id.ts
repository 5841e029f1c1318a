import { sha256Hex } from '../../kernel/secret.ts'
import { settingNames } from './schema.ts'

const hashedFields = settingNames.filter((name) => name !== 'docker_login_pass').toSorted()

type Content = { readonly [Field in (typeof hashedFields)[number]]?: unknown }
type Identity = { readonly id?: number; readonly revision?: number }

/**
 * Derives a hash_id from the settings of a template. With its id and its revision equal templates differ, and so does
 * every edit. The registry password is left out: the hash is public, and passwords could be tried against it.
 */
export function hashOf(template: Content, { id, revision }: Identity = {}): string {
  const lines = [`${id ?? ''} ${revision ?? ''}`]
  for (const field of hashedFields) {
    const value = template[field]
    if (value === undefined) continue
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    lines.push(`${field} ${text.length} ${text}`)
  }
  return sha256Hex(lines.join('\n'), 16)
}
