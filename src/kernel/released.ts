/** The day of this release, which `.ci/release` renews: evidence from more than a year before it is old. */
export const RELEASED = '2026-11-26'
