import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { instant } from '../harness/clock-spec.ts'
import type { Env } from '../http/env.ts'
import { ClockBoundsError, type Due, isoInstant } from '../kernel/clock.ts'
import { strict } from '../kernel/wire.ts'
import { ControlError } from './errors.ts'
import { readControl } from './read.ts'

const SECONDS_PER_CENTURY = 100 * 365.25 * 86_400

export const clockBody = strict({ at: instant.optional(), frozen: z.boolean().optional() }).refine(
  ({ at, frozen }) => at !== undefined || frozen !== undefined,
  'name at, frozen, or both',
)

export const advanceBody = strict({ seconds: z.number().min(0).max(SECONDS_PER_CENTURY) })

/** `GET, PUT /clock` and `POST /clock/advance`. */
export const clockControl = new Hono<Env>()
  .get('/clock', (c) => c.json(shown(c)))
  .put('/clock', async (c) => {
    const { at, frozen } = await readControl(c, clockBody)
    const { world, agenda } = c.env.sandbox
    const mode = frozen === undefined ? world.clock.mode : frozen ? 'frozen' : 'real'
    return c.json(receipt(c, await withinBounds(world.clock.set(at, mode, agenda))))
  })
  .post('/clock/advance', async (c) => {
    const { seconds } = await readControl(c, advanceBody)
    const { world, agenda } = c.env.sandbox
    return c.json(receipt(c, await withinBounds(world.clock.advance(Math.round(seconds * 1000), agenda))))
  })

function shown(c: Context<Env>) {
  const { clock } = c.env.sandbox.world
  return { now: clock.nowIso, mode: clock.mode }
}

const receipt = (c: Context<Env>, happened: readonly Due[]) => ({
  ...shown(c),
  happened: happened.map(({ atMs, text }) => ({ at: isoInstant(atMs), text })),
})

async function withinBounds<T>(moved: Promise<T>): Promise<T> {
  try {
    return await moved
  } catch (error) {
    throw error instanceof ClockBoundsError ? new ControlError('conflict', error.message) : error
  }
}
