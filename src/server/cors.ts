import { EXPOSED } from '../kernel/simulator-headers.ts'

/**
 * The headers that let a page of any origin read a response of the simulated interface. A request that names its origin
 * gets it back, because a browser takes no `*` where the page sends credentials. No cookie opens that interface: only
 * the key that a page itself sends does, so that this gives a page nothing that it had not.
 * @param origin the header of that name, if the request has it
 */
export function corsHeaders(origin: string | null): Record<string, string> {
  return origin === null || origin === ''
    ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }
    : {
        'access-control-allow-credentials': 'true',
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED,
      }
}

/** Which headers of a request its response depends on, for caches. @param vary those that the response itself names */
export function variesBy(origin: string | null, vary: string | undefined): string | undefined {
  if (origin === null || origin === '' || vary?.includes('Origin') === true) return vary
  return vary === undefined ? 'Origin' : `${vary}, Origin`
}
