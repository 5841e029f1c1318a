import { Hono } from 'hono'
import { type Bundle, bundled, scenarioWithStandIns, withStandIns } from '../harness/bundle.ts'
import type { Env } from '../http/env.ts'
import { isoInstant } from '../kernel/clock.ts'
import { SteeringError } from '../steering/error.ts'
import { listInTurns } from './in-turns.ts'

/** `GET /bundle`: the sandbox's story, to be told again by `rental-sim replay`. */
export const bundleControl = (version: string) =>
  new Hono<Env>().get('/bundle', async (c) => {
    const { start, openedMs, journal, invention, steered } = c.env.sandbox.world
    if (!journal.isWhole) {
      throw new SteeringError(
        'conflict',
        'the journal is not whole: exchanges were dropped, cleared or are under way',
        journal.dropped > 0
          ? 'start with a larger --journal-size'
          : 'let go of what is held; a journal that was cleared, or a snapshot taken while a request was held, stays so until a reset',
      )
    }
    const bundle: Omit<Bundle, 'fixture' | 'scenario' | 'progression' | 'exchanges'> &
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
    const exchanges = await listInTurns(journal.entries(), bundled)
    return c.body(`${JSON.stringify(bundle).slice(0, -1)},"exchanges":${exchanges}}`, 200, {
      'Content-Type': 'application/json',
    })
  })
