// No newer syntax here, and nothing imported: an old Node reads this before it reads anything else.

/** The oldest Node that this runs on, as package.json says. */
const MIN_VERSION = [20, 19] as const

/** Why a version of Node cannot be used; undefined where it is new enough. */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNewEnough = major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])
  return isNewEnough ? undefined : `rental-sim needs Node ${MIN_VERSION.join('.')} or newer; this is ${version}`
}
