import { EXPOSED_HEADERS } from '../kernel/simulator-headers.ts'
import type { Reply } from '../testing/faults/effect.ts'

/**
 * The headers that let a page of any origin read a response of the simulated interface. A request that names its origin
 * gets it back, because a browser takes no `*` where the page sends credentials. No cookie opens that interface: only
 * the key that a page itself sends does, so that this gives a page nothing that it had not.
 * @param origin the header of that name, if the request has it
 * @param given the headers that a fault or a stub writes: those about other origins are sent as they are written
 */
export function corsHeaders(origin: string | null, given?: Reply['headers']): Record<string, string> {
  const own = ownCorsHeaders(origin)
  if (given === undefined) return own
  for (const name of Object.keys(own)) own[name] = given[name] ?? own[name] ?? ''
  // A response that was made already, and is spoiled, has its list.
  return 'x-sim-basis' in given ? own : { ...own, 'access-control-expose-headers': exposedHeaders(given) }
}

/** The headers that a page may read of a response: those of the simulator, and what a fault or a stub writes. */
function exposedHeaders(given: Reply['headers']): string {
  const { 'access-control-expose-headers': written = '' } = given
  const others = Object.keys(given).filter((name) => !/^(access-control-.*|content-type|set-cookie)$/.test(name))
  const unlisted = others.filter((name) => !written.toLowerCase().split(/,\s*/).includes(name))
  return [EXPOSED_HEADERS, written, ...unlisted].filter((names) => names !== '').join(', ')
}

function ownCorsHeaders(origin: string | null): Record<string, string> {
  return origin === null || origin === ''
    ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED_HEADERS }
    : {
        'access-control-allow-credentials': 'true',
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED_HEADERS,
      }
}

/** Which headers of a request its response depends on, for caches. @param vary those that the response itself names */
export function varyHeader(origin: string | null, vary: string | undefined): string | undefined {
  if (origin === null || origin === '' || vary?.includes('Origin') === true) return vary
  return vary === undefined ? 'Origin' : `${vary}, Origin`
}
