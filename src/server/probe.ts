import { routingRules } from '../marketplace/operation/rules.ts'
import type { Reply } from '../testing/faults/effect.ts'
import { corsHeaders } from './cors.ts'
import type { Incoming } from './incoming.ts'
import { toHeaderValue, ownReply, refusalBody } from './response.ts'
import { rootHint, type UnmatchedContext } from './unmatched.ts'

/** What load balancers, orchestrators and scrapers ask by themselves. No client of the interface does, so it is not an exchange. */
export const probePaths = ['/', '/healthz', '/livez', '/readyz', '/metrics']

const placeOf = (path: string): string =>
  path === '/metrics' ? '/_sim/metrics has the metrics of the server' : '/_sim/health has the state of the simulator'

/** Says where health is or metrics are, or for `/` where the interface is. */
export function answerProbe(incoming: Incoming, surroundings: Pick<UnmatchedContext, 'hasPages'>): Reply {
  const { path, prefix } = incoming
  const hint = path === '/' ? rootHint(incoming, surroundings) : prefix + placeOf(path)
  const { status, error } = routingRules.unknownPath
  return ownReply(status, refusalBody('flagged', error, `there is no ${path}`), {
    ...corsHeaders(incoming.headers.value('origin')),
    ...(hint !== undefined && { 'x-sim-hint': toHeaderValue(hint) }),
  })
}
