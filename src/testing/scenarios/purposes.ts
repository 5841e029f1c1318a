/** What people look for scenarios by, in the order of lists. */
export const purposes = ['network', 'rate-limits', 'permissions', 'refusals', 'data', 'instances'] as const

type Purpose = (typeof purposes)[number]

const headings: Readonly<Record<Purpose, string>> = {
  network: 'Network and errors',
  'rate-limits': 'Rate limits',
  permissions: 'Permissions',
  refusals: 'Refusals',
  data: 'Data that is gone or changes',
  instances: 'Life of instances',
}

/** Scenarios by purpose, under its heading, in the order given: first those that name none, which are one's own. */
export function byPurpose<T extends { readonly purpose?: Purpose | undefined }>(
  scenarios: readonly T[],
): readonly (readonly [heading: string, members: readonly T[]])[] {
  const own = scenarios.filter(({ purpose }) => purpose === undefined)
  const groups = purposes.map((each) => [headings[each], scenarios.filter(({ purpose }) => purpose === each)] as const)
  return [['Yours', own] as const, ...groups].filter(([, members]) => members.length > 0)
}
