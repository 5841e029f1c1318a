import { type Bundle, bundled, bundleSchema, scenarioWithStandIns, withStandIns } from '../testing/journal/bundle.ts'
import { isoInstant } from '../kernel/clock.ts'
import { mergedChoices } from '../marketplace/rule-choices.ts'
import { chosenIn } from '../sandbox/world-config.ts'
import { version } from '../version.ts'
import { call } from './call.ts'
import { SteeringError } from './error.ts'
import { withLongList } from './long-list.ts'

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
      scenario: config.scenario === undefined ? null : scenarioWithStandIns(config.scenario.written),
      rate_limit: { enabled: config.rateLimit.enabled, thresholds: { ...config.rateLimit.thresholds } },
      progression: config.progression,
      dialect: config.dialect,
      rules: mergedChoices(chosenIn(config)),
      steered: [...controlCallsMade],
    }
    return withLongList(bundleHead, 'exchanges', journal.entries(), bundled)
  },
})
