import { didYouMean } from './nearest.ts'

/** What a page of another origin may read of a response besides its body. */
export const EXPOSED_HEADERS =
  'X-Sim-Basis, X-Sim-Evidence, X-Sim-Rules, X-Sim-Exchange, X-Sim-Hint, X-Sim-Evicted, X-Sim-World'

const READ_HEADERS = ['X-Sim-Sandbox', 'X-Sim-World']
/** A client may send back what it got. */
const KNOWN_HEADERS = new Set([...READ_HEADERS, ...EXPOSED_HEADERS.split(', ')].map((name) => name.toLowerCase()))

const OF_SIMULATOR = /^x-sim-/i
const MAX_HEADER_CHARACTERS = 64

/**
 * What to say of a header that looks like one of the simulator's and is none: where the sandbox is misspelt, the request
 * goes to the default one.
 * @param headers names and values in turn
 */
export function describeUnknownHeader(headers: readonly string[]): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? ''
    if (OF_SIMULATOR.test(name) && !KNOWN_HEADERS.has(name.toLowerCase()))
      return `${name.slice(0, MAX_HEADER_CHARACTERS)}: is not read${didYouMean(name, READ_HEADERS)}`
  }
  return undefined
}
