import { Hono } from 'hono'
import { z } from 'zod'
import { instant } from '../harness/clock-spec.ts'
import type { Env } from '../http/env.ts'
import { ClockBoundsError, type Due, isoInstant } from '../kernel/clock.ts'
import { strict } from '../kernel/wire.ts'
import { agendaOf } from '../agenda.ts'
import type { World } from '../world.ts'
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
  .get('/clock', (c) => c.json(shown(c.env.sandbox.world)))
  .put('/clock', async (c) => {
    const { at, frozen } = await readControl(c, clockBody)
    const { world } = c.env.sandbox
    const mode = frozen === undefined ? world.clock.mode : frozen ? 'frozen' : 'real'
    return c.json(receipt(world, await withinBounds(world.clock.set(at, mode, agendaOf(world)))))
  })
  .post('/clock/advance', async (c) => {
    const { seconds } = await readControl(c, advanceBody)
    const { world } = c.env.sandbox
    return c.json(receipt(world, await withinBounds(world.clock.advance(Math.round(seconds * 1000), agendaOf(world)))))
  })

function shown({ clock }: World) {
  return { now: clock.nowIso, mode: clock.mode }
}

const receipt = (world: World, happened: readonly Due[]) => ({
  ...shown(world),
  happened: happened.map(({ atMs, text }) => ({ at: isoInstant(atMs), text })),
})

async function withinBounds<T>(moved: Promise<T>): Promise<T> {
  try {
    return await moved
  } catch (error) {
    throw error instanceof ClockBoundsError ? new ControlError('conflict', error.message) : error
  }
}
