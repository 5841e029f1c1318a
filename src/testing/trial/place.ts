/** Parts of a sandbox's name that are others in each run: hex digits of a random id. */
const RANDOM = /[0-9a-f]{8,}(-[0-9a-f]{4,})*/gi

/**
 * Names the place of a call by its sandbox, alike in each run of a suite: tests at the same time do not change which
 * call of their own sandboxes comes first.
 */
export const placeOf = (sandbox: string): string =>
  sandbox.replaceAll(RANDOM, (text) => (/\d/.test(text) ? '' : text)).replaceAll(/^[-_.]+|[-_.]+$/g, '') || 'unnamed'
