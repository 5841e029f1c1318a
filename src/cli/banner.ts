import { scopes } from '../kernel/operation.ts'
import type { DeclaredKey } from '../testing/fixtures/declared-keys.ts'
import { shellWord } from '../kernel/shell-word.ts'

/** The first key that has a permission. */
export const keyWith = (keys: readonly DeclaredKey[], permission: string): DeclaredKey | undefined =>
  keys.find(({ permissions }) => permissions?.includes(permission) ?? true)

/** The text that serve prints first: the URL, keys, and a request to try. */
export function banner(url: string, keys: readonly DeclaredKey[]): string {
  const width = Math.max(0, ...keys.map(({ key }) => key.length))
  const shown = keys.slice(0, 12).map(({ key, user, permissions }) => {
    const scope = permissions === undefined ? 'everything' : `${permissions.length} of ${scopes.length} permissions`
    return `    ${key.padEnd(width)}  ${user}, ${scope}`
  })
  const able = keyWith(keys, 'instance_read')
  const request =
    able === undefined
      ? `${url}/_sim/health`
      : `-H ${shellWord(`Authorization: Bearer ${able.key}`)} ${url}/api/v0/instances/`
  return [
    '',
    `  rental-sim listens on ${url}`,
    '',
    '  Keys',
    ...shown,
    '',
    '  Try',
    `    curl -i ${request}`,
    '',
    '',
  ].join('\n')
}
