import { z } from 'zod'

export interface DeclaredKey {
  readonly key: string
  readonly user: string
  readonly permissions: readonly string[] | undefined
}

const declaration = z.object({
  users: z
    .array(
      z.object({
        name: z.string(),
        api_keys: z
          .array(z.object({ key: z.string().optional(), permissions: z.array(z.string()).optional() }))
          .default([]),
      }),
    )
    .default([]),
})

/** The keys that fixture documents spell out, for the person who starts the server; the server itself keeps digests only. */
export function declaredKeys(documents: readonly unknown[]): readonly DeclaredKey[] {
  return documents.flatMap((document) =>
    declaration
      .parse(document ?? {})
      .users.flatMap((user) =>
        user.api_keys.flatMap(({ key, permissions }) =>
          key === undefined ? [] : [{ key, user: user.name, permissions }],
        ),
      ),
  )
}

/** The first key that has a permission. */
export const keyWith = (keys: readonly DeclaredKey[], permission: string): DeclaredKey | undefined =>
  keys.find(({ permissions }) => permissions?.includes(permission) ?? true)

/** What one needs to make the first request. */
export function banner(url: string, keys: readonly DeclaredKey[]): string {
  const width = Math.max(0, ...keys.map(({ key }) => key.length))
  const shown = keys.slice(0, 12).map(({ key, user, permissions }) => {
    const scope = permissions === undefined ? 'everything' : `${permissions.length} of 11 permissions`
    return `    ${key.padEnd(width)}  ${user}, ${scope}`
  })
  const able = keyWith(keys, 'instance_read')
  const request =
    able === undefined
      ? `${url}/_sim/health`
      : `-H ${quoted(`Authorization: Bearer ${able.key}`)} ${url}/api/v0/instances/`
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

const quoted = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`
