import { journalFilters, search } from '../testing/journal/filter.ts'
import { presentExchange } from '../testing/journal/present-exchange.ts'
import { verificationSchema, verifiedSchema, verify } from '../testing/journal/verify.ts'
import { TooManyStepsError } from '../kernel/steps.ts'
import { z } from 'zod'
import { shownExchange } from '../testing/journal/exchange.ts'
import { idInPath } from '../kernel/names.ts'
import { strictObject } from '../kernel/wire.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { call, withLongList } from './call.ts'
import { SteeringError } from './error.ts'

/** @throws SteeringError `not_found` for one that the journal does not have */
export function exchangeOf({ world: { journal } }: Sandbox, written: string): Exchange {
  const id = idInPath.safeParse(written)
  const exchange = id.success ? journal.find(id.data) : undefined
  if (exchange !== undefined) return exchange
  const wasThere = id.success && id.data > 0 && id.data <= journal.lastId
  throw new SteeringError(
    'not_found',
    `the journal has no exchange ${written}`,
    wasThere ? 'it was dropped or cleared, or is under way' : undefined,
  )
}

/** The journal: what was asked, and what was answered. */
export const requestCalls = {
  list: call('GET /requests', {
    summary: 'The journal, and how many requests it dropped',
    takes: journalFilters,
    shows: strictObject({ dropped: z.int(), requests: z.array(shownExchange) }),
    act: async ({ sandbox: { world } }, filter) => {
      const found = await search(world.journal, filter)
      return withLongList({ dropped: world.journal.dropped }, 'requests', found, presentExchange)
    },
  }),
  clear: call('DELETE /requests', {
    summary: 'Clears the journal',
    shows: strictObject({ cleared: z.literal(true) }),
    act: ({ sandbox }) => sandbox.world.journal.clear(),
    tells: () => 'journal cleared',
    show: () => ({ cleared: true }),
  }),
  get: call('GET /requests/:id', {
    summary: 'One request with its answer',
    shows: shownExchange,
    act: ({ sandbox, params }) => presentExchange(exchangeOf(sandbox, params.id)),
  }),
  release: call('POST /requests/:id/release', {
    summary: 'Releases a request that a fault holds; the fault stays',
    shows: strictObject({ released: z.int() }),
    act: ({ sandbox, params: { id } }) => {
      if (!sandbox.world.delays.releaseExchange(Number(id)))
        throw new SteeringError(
          'not_found',
          `no fault holds exchange ${id}`,
          'GET /_sim/faults lists the held requests',
        )
    },
    show: (_, { params: { id } }) => ({ released: Number(id) }),
  }),
  verify: call('POST /requests/verify', {
    summary: 'Counts the requests that match, and names near misses',
    takes: verificationSchema,
    shows: verifiedSchema,
    changesSandbox: false,
    act: ({ sandbox }, wanted) => {
      const { journal, delays } = sandbox.world
      try {
        const held = delays.pending().map(({ request }) => request)
        return verify(journal, held, wanted)
      } catch (error) {
        if (!(error instanceof TooManyStepsError)) throw error
        throw new SteeringError(
          'too_large',
          'the requests of the journal are too many or too large for this match',
          'name an operation beside the body, use a shorter path, or clear the journal before the requests to count',
        )
      }
    },
  }),
}
