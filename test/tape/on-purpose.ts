/** A change that is meant: both builds are compared as if these parts of their texts were the same. */
interface MeantChange {
  readonly why: string
  /** What either build says. */
  readonly from: RegExp
  readonly to: string
}

/** What differs from the build that is compared with, and shall: emptied when that build is no more of interest. */
export const meantChanges: readonly MeantChange[] = []
