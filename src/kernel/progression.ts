import { z } from 'zod'
import { strictObject } from './wire.ts'

/** When a new instance runs: at once, after a time, after some reads, or when a test says so. */
export const progressionSchema = z.discriminatedUnion('mode', [
  strictObject({ mode: z.literal('immediate') }),
  strictObject(() => ({ mode: z.literal('after'), seconds: z.number().min(0) })),
  strictObject(() => ({ mode: z.literal('reads'), n: z.int().min(0) })),
  strictObject({ mode: z.literal('manual') }),
])
export type Progression = z.output<typeof progressionSchema>

/** In whole milliseconds, as the clock counts. */
export const durationMs = ({ seconds }: { readonly seconds: number }): number => Math.round(seconds * 1000)

/** From 0 at the start to 1 when it runs. */
export function progress(progression: Progression, ageMs: number, reads: number): number {
  if (progression.mode === 'after') {
    const wholeMs = durationMs(progression)
    return wholeMs === 0 ? 1 : Math.min(1, ageMs / wholeMs)
  }
  if (progression.mode === 'reads') return progression.n === 0 ? 1 : Math.min(1, reads / progression.n)
  return progression.mode === 'immediate' ? 1 : 0
}
