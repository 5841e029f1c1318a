import { scopes } from '../kernel/operation.ts'
import type { DeclaredKey } from '../testing/fixtures/keys.ts'
import { quoteForShell } from '../kernel/quote-for-shell.ts'
import { version } from '../version.ts'

/** The first key that has a permission. */
export const keyWith = (keys: readonly DeclaredKey[], permission: string): DeclaredKey | undefined =>
  keys.find(({ permissions }) => permissions?.includes(permission) ?? true)

/** What a server was started with. */
export interface Started {
  readonly keys: readonly DeclaredKey[]
  readonly fixture: readonly string[]
  readonly scenario: string | null
  /** `real`, or `frozen at 2026-01-01T00:00:00.000Z`. */
  readonly clock: string
  /** The files of the project's config. */
  readonly config?: string
  /** Whether everybody who reaches the machine may make control calls. */
  readonly isOpen: boolean
}

/** The text that serve prints first: address, settings, keys, and a request to try. */
export function banner(url: string, { keys, fixture, scenario, clock, config, isOpen }: Started): string {
  const width = Math.max(0, ...keys.map(({ key }) => key.length))
  const shown = keys.slice(0, 12).map(({ key, user, permissions }) => {
    const scope = permissions === undefined ? 'everything' : `${permissions.length} of ${scopes.length} permissions`
    return `    ${key.padEnd(width)}  ${user}, ${scope}`
  })
  const able = keyWith(keys, 'instance_read')
  const request =
    able === undefined
      ? `${url}/_sim/health`
      : `-H ${quoteForShell(`Authorization: Bearer ${able.key}`)} ${url}/api/v0/instances/`
  return [
    '',
    `  rental-sim ${version} listens on ${url}`,
    '',
    `  Dashboard  ${url}/_sim/ui`,
    `  Reference  ${url}/docs`,
    `  Scenario ${scenario ?? 'none'} · clock ${clock} · fixture ${fixture.join(', ')}`,
    ...(config === undefined ? [] : [`  Config     ${config}`]),
    ...(isOpen ? ['', '  Everybody who reaches this machine may steer it: --control-token asks for a token.'] : []),
    '',
    '  Keys',
    ...(shown.length === 0 ? ['    none: no user of the fixture has a key'] : shown),
    '',
    '  Try',
    `    curl -i ${request}`,
    '',
    '',
  ].join('\n')
}
