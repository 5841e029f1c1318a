import { fieldOf } from '../kernel/object.ts'
import type { StoryValues, Probe, Story } from '../kernel/probe.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { mergedChoices } from '../marketplace/rule-choices.ts'
import { askService } from '../node/client/ask-service.ts'
import { openEngine } from '../server/open-engine.ts'
import { shallowJson } from '../testing/journal/redact.ts'
import type { Held } from './corrections.ts'
import type { Capture, Exchange } from './exchange.ts'
import { operationFor } from './published.ts'
import { refusingRule } from './replay.ts'

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
/** An offer of the fixture with which the simulator starts. */
const OUR_OFFER = 12345678

/**
 * Tells each story to a service, one request at a time, and to the simulator, whose answer names the rule that refuses.
 * What was made is taken away again, whatever happens.
 * @throws UsageError when the service does not answer, redirects, limits again and again or refuses the key
 */
export async function probeService(service: Service, held: Held, { stories, offer, mark }: Asked): Promise<Capture> {
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
  const teller = new Teller(service, held)
  for (const story of stories) await teller.tell(story, { theirs: { offer, mark }, ours: { offer: OUR_OFFER, mark } })
  return { exchanges: teller.exchanges, answers: [] }
}

interface Sides {
  readonly theirs: StoryValues
  readonly ours: StoryValues
}

class Teller {
  readonly exchanges: Exchange[] = []
  readonly #service: Service
  readonly #held: Held
  readonly #respond: (request: Request) => Promise<Response>
  #lacking = ''
  #limited = 0
  #sent = 0

  constructor(service: Service, held: Held) {
    this.#service = service
    this.#held = held
    const rules = mergedChoices(held.chosen)
    this.#respond = openEngine({ dialect: held.dialect, rules, rateLimit: { enabled: false } }).respond
  }

  async tell({ probes, look, undo, after = [] }: Story, from: Sides): Promise<void> {
    let found = from
    try {
      for (const probe of probes) found = await this.#take(probe, found)
    } catch (error) {
      try {
        if (look !== undefined && found.theirs[undo?.needs ?? ''] === undefined) found = await this.#take(look, found)
      } catch {
        this.#service.say(`whether "${found.theirs['mark']}" was made could not be seen: look for it`)
      }
      await this.#undo(undo, found)
      throw error
    }
    await this.#undo(undo, found)
    for (const probe of after) found = await this.#take(probe, found)
  }

  async #undo(undo: Probe | undefined, found: Sides): Promise<void> {
    const { needs = '' } = undo ?? {}
    const id = found.theirs[needs]
    if (undo === undefined || id === undefined) return
    const failed = await this.#take(undo, found).then(
      () => (this.exchanges.at(-1)?.status ?? 0) >= 300,
      () => true,
    )
    if (failed) this.#service.say(`${needs} ${id} could not be taken away: do it yourself`)
  }

  /** Sends a request to both sides, and finds what their answers show. */
  async #take(probe: Probe, { theirs, ours }: Sides): Promise<Sides> {
    if (probe.needs !== undefined && theirs[probe.needs] === undefined) {
      if (this.#lacking !== probe.needs) this.#service.say(`left out: ${probe.says}`)
      this.#lacking = probe.needs
      return { theirs, ours }
    }
    const { service, body } = await this.#send(probe, theirs)
    const isKeyed = !('key' in probe)
    const request = requestOf(probe, { ...theirs, ...ours })
    const answer = await this.#respond(
      new Request(`http://localhost${request.path}`, {
        method: probe.method,
        headers: headersOf(request.text, isKeyed ? 'renter-key' : probe.key),
        body: request.text,
      }),
    )
    const refusedBy = request.path.endsWith('/') ? refusingRule(answer, this.#held) : undefined
    this.exchanges.push({ ...service, body, ...(service.status !== 429 && { refusedBy }), atMs: Date.now() })
    const find = (seen: unknown, found: StoryValues): StoryValues => ({ ...found, ...probe.finds?.(seen, found) })
    return { theirs: find(body, theirs), ours: find(shallowJson(await answer.text()), ours) }
  }

  async #send(probe: Probe, found: StoryValues) {
    const { url, key, timeoutSeconds, pause } = this.#service
    const { path, text } = requestOf(probe, found)
    const [pathAlone = '', query = ''] = path.split('?')
    if (this.#sent > 0) await pause(intervalBefore(probe.method, pathAlone))
    const isFirst = this.#sent === 0
    this.#sent += 1
    const { text: answered, ...answer } = await askService(new URL(url.pathname.replace(/\/$/, '') + path, url), {
      method: probe.method,
      headers: headersOf(text, 'key' in probe ? probe.key : key),
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
    return { service: { method: probe.method, path: pathAlone, query, sent: text, ...answer }, body }
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
  const { limit, reportedSeconds = 0 } = operationFor(method, path)?.operation ?? {}
  return Math.max(INTERVAL_SECONDS, limit?.value ?? 0, reportedSeconds)
}

const headersOf = (text: string | undefined, key: string | undefined): Record<string, string> => ({
  Accept: 'application/json',
  ...(key !== undefined && { Authorization: `Bearer ${key}` }),
  ...(text !== undefined && { 'Content-Type': 'application/json' }),
})
