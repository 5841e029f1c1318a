import type { Ended } from './process.ts'

/** How `exec` ended, without the line that tells where the simulator is, and the one of a command that asks nothing. */
export const withoutAddress = (end: Ended): Ended => ({
  ...end,
  stderr: end.stderr
    .replace(/^rental-sim: http:\/\/127\.0\.0\.1:\d+, dashboard \S+\n/, '')
    .replace(/^rental-sim: nothing was asked of .*\n/m, ''),
})
