import { fieldOf } from '../kernel/object.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { askService } from '../node/client/ask-service.ts'
import { openEngine } from '../server/open-engine.ts'
import type { Held } from './corrections.ts'
import type { Exchange } from './exchange.ts'
import { operationFor } from './published.ts'
import { type Probe, probes } from './probes.ts'
import { refusingRule } from './replay.ts'
import { mergedChoices } from '../marketplace/rule-choices.ts'
import { shallowJson } from '../testing/journal/redact.ts'

export interface Service {
  readonly url: URL
  readonly key: string
  readonly timeoutSeconds: number
  readonly say: (line: string) => void
  readonly pause: (seconds: number) => Promise<void>
}

const MAX_LIMITED = 3
/** Between two requests, where no longer interval is published. */
const INTERVAL_SECONDS = 1

/**
 * Sends every probe to a service, one at a time, and to the simulator, whose answer names the rule that refuses it.
 * @throws UsageError when the service does not answer, redirects, limits again and again or refuses the key
 */
export async function probeService({ url, key, timeoutSeconds, say, pause }: Service, held: Held) {
  say(`sends ${probes.length} requests to ${url.origin}, one at a time, which read or must be refused:`)
  for (const { says, method, path } of probes) say(`  ${method} ${path} ${says}`)
  const { respond } = openEngine({
    dialect: held.dialect,
    rules: mergedChoices(held.chosen),
    rateLimit: { enabled: false },
  })
  const exchanges: Exchange[] = []
  let limited = 0
  for (const [index, probe] of probes.entries()) {
    if (index > 0) await pause(intervalBefore(probe))
    const isKeyed = !('key' in probe)
    const { text, ...answer } = await askService(new URL(url.pathname.replace(/\/$/, '') + probe.path, url), {
      method: probe.method,
      headers: headersOf(probe, isKeyed ? key : probe.key),
      text: probe.body && JSON.stringify(probe.body),
      timeoutSeconds,
    })
    const body = shallowJson(text)
    const { status } = answer
    if (status >= 300 && status < 400 && probe.path.endsWith('/'))
      throw new UsageError(
        `${url.origin} redirects (${status}); no key follows a redirect: name the right address with --url`,
      )
    limited = status === 429 ? limited + 1 : 0
    if (limited === MAX_LIMITED) throw new UsageError(`${url.origin} answers 429 again and again: try later`)
    if (index === 0 && (status === 401 || fieldOf(body, 'error') === 'auth_error'))
      throw new UsageError(`${url.origin} refuses the key in RENTAL_API_KEY (${status}): nothing more is sent`)
    const ours = await respond(requestTo('http://localhost', probe, isKeyed ? 'renter-key' : probe.key))
    const refusedBy = probe.path.endsWith('/') ? refusingRule(ours, held) : undefined
    exchanges.push({
      method: probe.method,
      path: probe.path,
      sent: probe.body && JSON.stringify(probe.body),
      ...answer,
      body,
      ...(status !== 429 && { refusedBy }),
      atMs: Date.now(),
    })
  }
  return { exchanges, answers: [], unread: 0 }
}

function intervalBefore({ method, path }: Probe): number {
  const { limit, reportedSeconds = 0 } = operationFor(method, path)?.operation ?? {}
  return Math.max(INTERVAL_SECONDS, limit?.thresholdSeconds ?? 0, reportedSeconds)
}

const headersOf = ({ body }: Probe, key: string | undefined): Record<string, string> => ({
  Accept: 'application/json',
  ...(key !== undefined && { Authorization: `Bearer ${key}` }),
  ...(body !== undefined && { 'Content-Type': 'application/json' }),
})

const requestTo = (base: string, probe: Probe, key: string | undefined): Request =>
  new Request(base + probe.path, {
    method: probe.method,
    headers: headersOf(probe, key),
    body: probe.body && JSON.stringify(probe.body),
  })
