import { type Bundle, bundled, scenarioWithStandIns, withStandIns } from '../testing/journal/bundle.ts'
import { isoInstant } from '../kernel/clock.ts'
import { version } from '../version.ts'
import { call } from './call.ts'
import { SteeringError } from './error.ts'
import { withLongList } from './long-list.ts'

/** What happened in the sandbox and what it started with, for `rental-sim replay`. */
export const bundle = call('GET /bundle', {
  summary: 'The story of the sandbox, for rental-sim replay',
  act: ({ sandbox }) => {
    const { start, openedMs, journal, invention, steered } = sandbox.world
    if (!journal.isWhole) {
      throw new SteeringError(
        'conflict',
        'the journal is not whole: exchanges were dropped, cleared or are under way',
        journal.dropped > 0
          ? 'start with a larger --journal-size'
          : 'let go of what is held; a journal that was cleared, or a snapshot taken while a request was held, stays so until a reset',
      )
    }
    const bundleHead: Omit<Bundle, 'fixture' | 'scenario' | 'progression' | 'exchanges'> &
      Record<'fixture' | 'scenario' | 'progression', object | null> = {
      version,
      seed: start.seed,
      clock: isoInstant(openedMs),
      fixture: { ...withStandIns(start.fixture), epoch: start.fixture.epoch ?? invention.epochSeconds },
      scenario: start.scenario === undefined ? null : scenarioWithStandIns(start.scenario.written),
      rate_limit: { enabled: start.rateLimit.enabled, thresholds: { ...start.rateLimit.thresholds } },
      progression: start.progression,
      steered: [...steered],
    }
    return withLongList(bundleHead, 'exchanges', journal.entries(), bundled)
  },
})
