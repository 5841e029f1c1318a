/** What only one of two lists has: `+` for the second, `-` for the first. */
export const inOneOnly = (first: readonly string[], second: readonly string[]): readonly string[] => [
  ...second.filter((each) => !first.includes(each)).map((each) => `+${each}`),
  ...first.filter((each) => !second.includes(each)).map((each) => `-${each}`),
]
