/** The purposes that people look for scenarios by, and the words by which one is known to serve it; the first that fits. */
const purposes = [
  [
    'Network and errors',
    /\b(connection\b|error\b|fails|reply|body|bytes|gateway|garbage|json|content[- ]type|hang|drip|overloaded|slow answer)/,
  ],
  ['Rate limits', /rate[- ]limit/],
  [
    'Permissions',
    /\b(permission|privilege|not[- ]authorized|someone[- ]else|another (host|user)|revoked|may not|user.read)/,
  ],
  [
    'Refusals and what is gone',
    /\b(gone|unknown|missing|invalid|refus\w*|not[- ]found|stale|vanish\w*|snatched|disappears|expire[sd]?)/,
  ],
  ['Life of instances and time', /\b(boot|exits|loading|running|price|timeline|outage)/],
] as const

const OTHERS = 'Other'

/** Items by their purpose, each group in the order of the items; empty groups are left out. */
export function byPurpose<T extends { readonly name: string; readonly description: string }>(
  items: readonly T[],
): readonly (readonly [string, readonly T[]])[] {
  const purposeOf = ({ name, description }: T): string => {
    const words = `${name} ${description}`.toLowerCase()
    return (
      purposes.find(([, pattern]) => pattern.test(name))?.[0] ??
      purposes.find(([, pattern]) => pattern.test(words))?.[0] ??
      OTHERS
    )
  }
  return [...purposes.map(([purpose]) => purpose), OTHERS]
    .map((purpose) => [purpose, items.filter((item) => purposeOf(item) === purpose)] as const)
    .filter(([, members]) => members.length > 0)
}
