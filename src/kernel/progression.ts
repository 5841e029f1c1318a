import { z } from 'zod'
import { strictObject } from './wire.ts'

/** When a new instance runs: at once, after a time, after some reads, or when a test says so. */
export const progressionSchema = z.discriminatedUnion('mode', [
  strictObject({ mode: z.literal('immediate').describe('It runs at once.') }),
  strictObject(() => ({
    mode: z.literal('after').describe('It runs after a time.'),
    seconds: z.number().min(0).describe("Seconds of the sandbox's clock."),
  })),
  strictObject(() => ({
    mode: z.literal('reads').describe('It runs after it was read so often.'),
    n: z.int().min(0).describe('How often.'),
  })),
  strictObject({ mode: z.literal('manual').describe('It runs when a test changes its row.') }),
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
