import { fieldOf } from '../kernel/object.ts'
import type { StoryValues, Probe, Story } from './stories/story.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { askService } from '../node/client/ask-service.ts'
import { shallowJson } from '../testing/journal/redact.ts'
import type { Capture, Exchange } from './exchange.ts'
import { operationFor } from './operations.ts'

export interface Service {
  readonly url: URL
  readonly key: string
  readonly timeoutSeconds: number
  readonly say: (line: string) => void
  readonly pause: (seconds: number) => Promise<void>
}

export interface Asked {
  readonly stories: readonly Story[]
  /** The offer to rent. */
  readonly offer: number
  /** The name of what is made. */
  readonly mark: string
}

const MAX_LIMITED = 3
/** Between two requests, where no longer interval is published. */
const INTERVAL_SECONDS = 1
/**
 * Tells each story to a service, one request at a time. What was made is taken away again, whatever happens.
 * @throws UsageError when the service does not answer, redirects, limits again and again or refuses the key
 */
export async function probeService(service: Service, { stories, offer, mark }: Asked): Promise<Capture> {
  const { url, say } = service
  const steps = stories.flatMap(({ probes, undo, after = [] }) => [...probes, ...(undo ? [undo] : []), ...after])
  const made = stories.flatMap(({ makes }) => makes ?? [])
  const what =
    made.length === 0
      ? 'which read or must be refused'
      : `which read, must be refused, or make ${made.map((each) => `one ${each}`).join(' and ')} named "${mark}"`
  say(`sends ${steps.length} requests to ${url.origin}, one at a time, ${what}:`)
  const planned = { offer, template: '<id>', instance: '<id>', mark }
  for (const { says, method, path } of steps)
    say(`  ${method} ${typeof path === 'string' ? path : path(planned)} ${says}`)
  const exchanges: Exchange[] = []
  for (const story of stories) await tell(story, { offer, mark }, service, exchanges)
  return { exchanges }
}

/** Asks what a story asks. What it made is taken away before an error goes on. */
async function tell(story: Story, from: StoryValues, service: Service, exchanges: Exchange[]): Promise<void> {
  const { probes, look, undo, after = [] } = story
  let found = from
  let lacking = ''
  const take = async (probe: Probe): Promise<void> => {
    if (probe.needs !== undefined && found[probe.needs] === undefined) {
      if (lacking !== probe.needs) service.say(`left out: ${probe.says}`)
      lacking = probe.needs
      return
    }
    const exchange = await send(probe, found, service, exchanges)
    exchanges.push(exchange)
    found = { ...found, ...probe.finds?.(exchange.body, found) }
  }
  try {
    for (const probe of probes) await take(probe)
  } catch (error) {
    try {
      if (look !== undefined && found[undo?.needs ?? ''] === undefined) await take(look)
    } catch {
      service.say(`whether "${found['mark']}" was made could not be seen: look for it`)
    }
    throw error
  } finally {
    const { needs = '' } = undo ?? {}
    if (undo !== undefined && found[needs] !== undefined) {
      const failed = await take(undo).then(
        () => (exchanges.at(-1)?.status ?? 0) >= 300,
        () => true,
      )
      if (failed) service.say(`${needs} ${found[needs]} could not be taken away: do it yourself`)
    }
  }
  for (const probe of after) await take(probe)
}

/** @param before what was sent before */
async function send(
  probe: Probe,
  found: StoryValues,
  { url, key, timeoutSeconds, pause }: Service,
  before: readonly Exchange[],
): Promise<Exchange> {
  const { path: from, body: given, method } = probe
  const path = typeof from === 'string' ? from : from(found)
  const sent = typeof given === 'function' ? given(found) : given
  const text = sent && JSON.stringify(sent)
  const [pathAlone = '', query = ''] = path.split('?')
  if (before.length > 0) await pause(intervalBefore(method, pathAlone))
  const sentKey = 'key' in probe ? probe.key : key
  const { text: answered, ...answer } = await askService(new URL(url.pathname.replace(/\/$/, '') + path, url), {
    method,
    headers: headersOf(text, sentKey),
    text,
    timeoutSeconds,
  })
  const body = shallowJson(answered)
  const { status } = answer
  if (status >= 300 && status < 400 && path.endsWith('/'))
    throw new UsageError(
      `${url.origin} redirects (${status}); no key follows a redirect: name the right address with --url`,
    )
  const isLimited = status === 429 && before.length >= MAX_LIMITED - 1
  if (isLimited && before.slice(1 - MAX_LIMITED).every((each) => each.status === 429))
    throw new UsageError(`${url.origin} answers 429 again and again: try later`)
  if (before.length === 0 && (status === 401 || fieldOf(body, 'error') === 'auth_error'))
    throw new UsageError(`${url.origin} refuses the key in RENTAL_API_KEY (${status}): nothing more is sent`)
  return {
    place: `request ${before.length + 1}, which ${probe.says}`,
    method,
    path: pathAlone,
    query,
    sent: text,
    key: sentKey,
    ...answer,
    body,
    atMs: Date.now(),
  }
}

function intervalBefore(method: string, path: string): number {
  const { limit, reportedSeconds = 0 } = operationFor({ method, path })?.operation ?? {}
  return Math.max(INTERVAL_SECONDS, limit?.value ?? 0, reportedSeconds)
}

const headersOf = (text: string | undefined, key: string | undefined): Record<string, string> => ({
  Accept: 'application/json',
  ...(key !== undefined && { Authorization: `Bearer ${key}` }),
  ...(text !== undefined && { 'Content-Type': 'application/json' }),
})
