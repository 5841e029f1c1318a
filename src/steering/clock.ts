import { agendaOf } from '../agenda.ts'
import { ClockBoundsError, type Due, isoInstant } from '../kernel/clock.ts'
import type { ClockState, Receipt } from '../public.ts'
import type { Sandbox } from '../sandbox.ts'
import type { World } from '../world.ts'
import { SteeringError } from './error.ts'

export const clockState = ({ clock }: World): ClockState => ({ now: clock.nowIso, mode: clock.mode })

/**
 * Moves to an instant (Unix milliseconds), freezes, or lets run.
 * @throws SteeringError `conflict` when the instant lies in the past, or too far ahead
 */
export async function setClock(
  { world }: Sandbox,
  to: { readonly atMs?: number; readonly frozen?: boolean },
): Promise<Receipt> {
  const mode = to.frozen === undefined ? world.clock.mode : to.frozen ? 'frozen' : 'real'
  return receipt(world, world.clock.set(to.atMs, mode, agendaOf(world)))
}

/** Moves forward. @throws SteeringError `conflict` when it leads too far ahead */
export async function advance({ world }: Sandbox, seconds: number): Promise<Receipt> {
  return receipt(world, world.clock.advance(Math.round(seconds * 1000), agendaOf(world)))
}

const told = ({ atMs, text, came }: Due) => ({ at: isoInstant(atMs), text: came?.() ?? text })

/** Read the moment the move is over: the next one may be waiting. */
async function receipt(world: World, moving: Promise<readonly Due[]>): Promise<Receipt> {
  try {
    const happened = await moving
    return { ...clockState(world), happened: happened.map(told) }
  } catch (error) {
    throw error instanceof ClockBoundsError ? new SteeringError('conflict', error.message) : error
  }
}
