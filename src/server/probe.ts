import type { Reply } from '../testing/faults/effect.ts'
import { corsHeaders } from './cors.ts'
import type { Incoming } from './incoming.ts'
import { toHeaderValue, ownReply, refusalBody } from './response.ts'
import { describePlaces, type UnmatchedContext } from './unmatched.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/** What load balancers, orchestrators and scrapers ask by themselves. No client of the interface does, so it is not an exchange. */
export const probePaths = ['/', '/healthz', '/livez', '/readyz', '/metrics']

const placeOf = (path: string): string =>
  path === '/metrics' ? '/_sim/metrics has the metrics of the server' : '/_sim/health has the state of the simulator'

/** Says where health is or metrics are. `/` is answered with 200: tools that wait for a server ask for its base URL. */
export function answerProbe(
  { path, prefix, headers }: Incoming,
  { hasPages }: Pick<UnmatchedContext, 'hasPages'>,
): Reply {
  const cors = corsHeaders(headers.value('origin'))
  if (path === '/') return ownReply(200, { msg: `rental-sim: ${describePlaces(prefix, hasPages)}` }, cors)
  const { status, error } = catalogue['routing.unknown-path']
  const hint = toHeaderValue(prefix + placeOf(path))
  return ownReply(status, refusalBody('flagged', error, `there is no ${path}`), { ...cors, 'x-sim-hint': hint })
}
