export const SECONDS_PER_DAY = 86_400

/** By which monthly prices become hourly ones. */
export const HOURS_PER_MONTH = 730
