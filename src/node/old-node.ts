// No newer syntax here, and nothing imported: an old Node reads this before it reads anything else.

/** The oldest Node that this runs on, as package.json says. */
const OLDEST = [20, 19] as const

/** What is wrong with a version of Node; undefined where it is new enough. */
export function complaintAbout(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNewEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  return isNewEnough ? undefined : `rental-sim needs Node ${OLDEST.join('.')} or newer; this is ${version}`
}
