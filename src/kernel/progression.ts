import { z } from 'zod'
import { strict } from './wire.ts'

/** How something that starts gets to where it is wanted: at once, after a time, after some reads, or when told. */
export const progressionSchema = z.discriminatedUnion('mode', [
  strict({ mode: z.literal('immediate') }),
  strict({ mode: z.literal('after'), seconds: z.number().min(0) }),
  strict({ mode: z.literal('reads'), n: z.int().min(0) }),
  strict({ mode: z.literal('manual') }),
])
export type Progression = z.output<typeof progressionSchema>

/** In whole milliseconds, as the clock counts. */
export const durationMs = ({ seconds }: { readonly seconds: number }): number => Math.round(seconds * 1000)

/** How far it got: 0 at the start, 1 when it has arrived. */
export function progress(progression: Progression, ageMs: number, reads: number): number {
  if (progression.mode === 'after') {
    const wholeMs = durationMs(progression)
    return wholeMs === 0 ? 1 : Math.min(1, ageMs / wholeMs)
  }
  if (progression.mode === 'reads') return progression.n === 0 ? 1 : Math.min(1, reads / progression.n)
  return progression.mode === 'immediate' ? 1 : 0
}
