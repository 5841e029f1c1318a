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

/** The keys that fixture documents spell out; the server itself keeps digests only. */
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
