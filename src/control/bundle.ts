import { type Bundle, bundled, bundleSchema, scenarioWithStandIns, withStandIns } from '../testing/journal/bundle.ts'
import { isoInstant } from '../kernel/clock.ts'
import { mergedChoices } from '../marketplace/rule-choices.ts'
import { chosenIn } from '../sandbox/world-config.ts'
import { version } from '../version.ts'
import { call, withLongList, WrittenBody } from './call.ts'
import { SteeringError } from './error.ts'
import { z } from 'zod'
import type { Exchange } from '../testing/journal/exchange.ts'
import { presentExchange } from '../testing/journal/present-exchange.ts'

/** What happened in the sandbox and what it started with, for `rental-sim replay`. */
export const bundle = call('GET /bundle', {
  summary: 'The requests and answers of the sandbox, for rental-sim replay',
  shows: bundleSchema,
  act: ({ sandbox }) => {
    const { config, openedMs, journal, invention, controlCallsMade } = sandbox.world
    if (!journal.isWhole) {
      throw new SteeringError(
        'conflict',
        'the journal is not whole: exchanges were dropped, cleared or are under way',
        journal.followsEviction
          ? 'the sandbox was evicted: reset it and start again, with a larger --max-sandboxes or --memory-budget'
          : journal.dropped > 0
            ? 'start with a larger --journal-size'
            : 'release the held requests; a journal that was cleared, or a snapshot taken while a request was held, stays so until a reset',
      )
    }
    const bundleHead: Omit<Bundle, 'fixture' | 'scenario' | 'progression' | 'exchanges'> &
      Record<'fixture' | 'scenario' | 'progression', object | null> = {
      version,
      seed: config.seed,
      clock: isoInstant(openedMs),
      fixture: { ...withStandIns(config.fixture), epoch: config.fixture.epoch ?? invention.epochSeconds },
      scenario: config.scenario === undefined ? null : scenarioWithStandIns(config.scenario),
      rate_limit: { enabled: config.rateLimit.enabled, thresholds: { ...config.rateLimit.thresholds } },
      progression: config.progression,
      dialect: config.dialect,
      rules: mergedChoices(chosenIn(config)),
      steered: [...controlCallsMade],
    }
    return withLongList(bundleHead, 'exchanges', journal.entries(), bundled)
  },
})

export const har = call('GET /har', {
  summary: 'The requests as an HTTP Archive (HAR 1.2), without secrets',
  shows: z.looseObject({ log: z.looseObject({ version: z.string(), entries: z.array(z.looseObject({})) }) }),
  act: ({ sandbox: { world } }) => {
    const entries = world.journal.entries().map((exchange) => JSON.stringify(harEntry(exchange)))
    const creator = JSON.stringify({ name: 'rental-sim', version })
    return new WrittenBody(`{"log":{"version":"1.2","creator":${creator},"entries":[${entries.join(',')}]}}`)
  },
})

/** A path is made a URL of a server without a name: HAR knows no other. */
const ORIGIN = 'http://rental-sim'

function harEntry(exchange: Exchange): object {
  const { request, response } = presentExchange(exchange)
  const { startedMs, endedMs } = exchange
  const query = request.query === '' ? '' : `?${request.query.replace(/^\?/, '')}`
  return {
    startedDateTime: isoInstant(startedMs),
    time: endedMs - startedMs,
    request: {
      method: request.method,
      url: `${ORIGIN}${request.path}${query}`,
      httpVersion: 'HTTP/1.1',
      headers: headersOf(request.headers),
      queryString: [...new URLSearchParams(request.query)].map(([name, value]) => ({ name, value })),
      cookies: [],
      headersSize: -1,
      bodySize: -1,
      ...(request.body !== null && {
        postData: { mimeType: request.headers['content-type'] ?? 'application/json', text: textOf(request.body) },
      }),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: headersOf(response.headers),
      cookies: [],
      content: {
        size: -1,
        mimeType: response.headers['content-type'] ?? '',
        text: response.body === null ? '' : textOf(response.body),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: endedMs - startedMs, receive: 0 },
  }
}

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
