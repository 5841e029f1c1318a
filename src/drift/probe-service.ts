import type { IncomingMessage } from 'node:http'
import { fieldOf } from '../kernel/object.ts'
import { rulesById } from '../marketplace/rule-id.ts'
import { isRefusal, type Rule } from '../kernel/rule.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { openEngine } from '../server/open-engine.ts'
import type { Held } from './corrections.ts'
import type { Exchange } from './exchange.ts'
import { operationFor } from './published.ts'
import { type Probe, probes } from './probes.ts'
import { mergedChoices } from '../marketplace/rule-choices.ts'
import { shallowJson } from '../testing/journal/redact.ts'

export interface Service {
  readonly url: URL
  readonly key: string
  readonly timeoutSeconds: number
  readonly say: (line: string) => void
  readonly pause: (seconds: number) => Promise<void>
}

const MAX_ANSWER_CHARACTERS = 16 * 1024 * 1024
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
    const answer = await send(
      new URL(url.pathname.replace(/\/$/, '') + probe.path, url),
      probe,
      isKeyed ? key : probe.key,
      timeoutSeconds,
    )
    const { status } = answer
    if (status >= 300 && status < 400 && probe.path.endsWith('/'))
      throw new UsageError(
        `${url.origin} redirects (${status}); no key follows a redirect: name the right address with --url`,
      )
    limited = status === 429 ? limited + 1 : 0
    if (limited === MAX_LIMITED) throw new UsageError(`${url.origin} answers 429 again and again: try later`)
    if (index === 0 && (status === 401 || fieldOf(answer.body, 'error') === 'auth_error'))
      throw new UsageError(`${url.origin} refuses the key in RENTAL_API_KEY (${status}): nothing more is sent`)
    const ours = await respond(requestTo('http://localhost', probe, isKeyed ? 'renter-key' : probe.key))
    const refusedBy = probe.path.endsWith('/') ? refusingRule(ours) : undefined
    exchanges.push({
      method: probe.method,
      path: probe.path,
      sent: probe.body && JSON.stringify(probe.body),
      ...answer,
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

/** The rule by which the simulator refused. */
function refusingRule(ours: Response): Rule | undefined {
  if (ours.ok) return undefined
  const ids = (ours.headers.get('X-Sim-Rules') ?? '').split(',')
  return ids.flatMap((id) => rulesById.get(id.trim()) ?? []).find(isRefusal)
}

async function send(target: URL, probe: Probe, key: string | undefined, timeoutSeconds: number) {
  const client = target.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const signal = AbortSignal.timeout(timeoutSeconds * 1000)
  const text = probe.body && JSON.stringify(probe.body)
  const headers = { ...headersOf(probe, key), ...(text !== undefined && { 'Content-Length': text.length }) }
  try {
    return await new Promise<Pick<Exchange, 'status' | 'body' | 'contentType'>>((resolve, reject) => {
      const request = client.request(target, { method: probe.method, agent: false, headers, signal }, (response) => {
        read(response).then(resolve, reject)
      })
      request.on('error', reject)
      request.end(text)
    })
  } catch (error) {
    const why = signal.aborted
      ? `no whole answer within ${timeoutSeconds} s`
      : error instanceof Error
        ? error.message
        : ''
    throw new UsageError(`${target.origin} cannot be asked: ${why}`)
  }
}

async function read(response: IncomingMessage): Promise<Pick<Exchange, 'status' | 'body' | 'contentType'>> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) {
    text += String(part)
    if (text.length > MAX_ANSWER_CHARACTERS) throw new Error('its answer has more than 16 MiB')
  }
  return { status: response.statusCode ?? 0, body: shallowJson(text), contentType: response.headers['content-type'] }
}
