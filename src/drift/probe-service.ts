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
  const teller = new Teller(service)
  for (const story of stories) await teller.tell(story, { offer, mark })
  return { exchanges: teller.exchanges }
}

class Teller {
  readonly exchanges: Exchange[] = []
  readonly #service: Service
  #lacking = ''
  #limited = 0
  #sent = 0

  constructor(service: Service) {
    this.#service = service
  }

  async tell({ probes, look, undo, after = [] }: Story, from: StoryValues): Promise<void> {
    let found = from
    try {
      for (const probe of probes) found = await this.#take(probe, found)
    } catch (error) {
      try {
        if (look !== undefined && found[undo?.needs ?? ''] === undefined) found = await this.#take(look, found)
      } catch {
        this.#service.say(`whether "${found['mark']}" was made could not be seen: look for it`)
      }
      await this.#undo(undo, found)
      throw error
    }
    await this.#undo(undo, found)
    for (const probe of after) found = await this.#take(probe, found)
  }

  async #undo(undo: Probe | undefined, found: StoryValues): Promise<void> {
    const { needs = '' } = undo ?? {}
    const id = found[needs]
    if (undo === undefined || id === undefined) return
    const failed = await this.#take(undo, found).then(
      () => (this.exchanges.at(-1)?.status ?? 0) >= 300,
      () => true,
    )
    if (failed) this.#service.say(`${needs} ${id} could not be taken away: do it yourself`)
  }

  /** Sends a request, and finds what its answer shows. */
  async #take(probe: Probe, found: StoryValues): Promise<StoryValues> {
    if (probe.needs !== undefined && found[probe.needs] === undefined) {
      if (this.#lacking !== probe.needs) this.#service.say(`left out: ${probe.says}`)
      this.#lacking = probe.needs
      return found
    }
    const exchange = await this.#send(probe, found)
    this.exchanges.push(exchange)
    return { ...found, ...probe.finds?.(exchange.body, found) }
  }

  async #send(probe: Probe, found: StoryValues): Promise<Exchange> {
    const { url, key, timeoutSeconds, pause } = this.#service
    const { path, text } = requestOf(probe, found)
    const [pathAlone = '', query = ''] = path.split('?')
    if (this.#sent > 0) await pause(intervalBefore(probe.method, pathAlone))
    const isFirst = this.#sent === 0
    this.#sent += 1
    const sentKey = 'key' in probe ? probe.key : key
    const { text: answered, ...answer } = await askService(new URL(url.pathname.replace(/\/$/, '') + path, url), {
      method: probe.method,
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
    this.#limited = status === 429 ? this.#limited + 1 : 0
    if (this.#limited === MAX_LIMITED) throw new UsageError(`${url.origin} answers 429 again and again: try later`)
    if (isFirst && (status === 401 || fieldOf(body, 'error') === 'auth_error'))
      throw new UsageError(`${url.origin} refuses the key in RENTAL_API_KEY (${status}): nothing more is sent`)
    return {
      place: `request ${this.#sent}, which ${probe.says}`,
      method: probe.method,
      path: pathAlone,
      query,
      sent: text,
      key: sentKey,
      ...answer,
      body,
      atMs: Date.now(),
    }
  }
}

function requestOf(
  { path, body }: Probe,
  found: StoryValues,
): { readonly path: string; readonly text: string | undefined } {
  const sent = typeof body === 'function' ? body(found) : body
  return { path: typeof path === 'string' ? path : path(found), text: sent && JSON.stringify(sent) }
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
