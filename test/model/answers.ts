import { expect } from 'vitest'
import { z } from 'zod'

/** An answer; a status of 0 is a lost one. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The shapes of answers as the contract shows them: what it does not show may be there beside. */
export const shapes = {
  listed: z.object({ success: z.literal(true), disk_id: z.string() }),
  unlisted: z.object({ success: z.literal(true), id: z.int(), msg: z.string() }),
  volumes: z.object({
    success: z.literal(true),
    offers: z.array(z.looseObject({ ask_contract_id: z.int(), disk_space: z.number() })),
  }),
  template: z.object({ template: z.object({ id: z.int(), hash_id: z.string() }) }),
  edited: z.object({ template: z.object({ hash_id: z.string() }) }),
  deleted: z.object({ success: z.literal(true) }),
  templates: z.object({ templates: z.array(z.looseObject({ name: z.string(), hash_id: z.string() })) }),
  rented: z.object({ new_contract: z.int() }),
  instances: z.object({
    instances_found: z.int(),
    instances: z.array(z.looseObject({ id: z.int(), extra_env: z.array(z.tuple([z.string(), z.string()])) })),
  }),
  updated: z.object({ success: z.literal(true) }),
  limited: z.object({ detail: z.string() }),
}

/** What a success holds. */
export function told<Shape>(schema: z.ZodType<Shape>, { status, body }: Answer): Shape {
  expect(status, JSON.stringify(body)).toBe(200)
  return schema.parse(body)
}

const refusal = z.object({ success: z.literal(false).optional(), error: z.string(), msg: z.string() })

/**
 * It was refused, for a reason, by one of the contract's shapes.
 * @param error the code, where the contract shows one
 * @param status where the contract shows one
 */
export function refused(answer: Answer, error?: string, status?: number): void {
  expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  const shown = refusal.parse(answer.body)
  expect(shown.msg).not.toBe('')
  if (error !== undefined) expect(shown.error).toBe(error)
  if (status !== undefined) expect(answer.status).toBe(status)
}

/** The same values, in whatever order. */
export function same(values: Iterable<unknown>, expected: readonly unknown[]): void {
  const all = [...values]
  expect(new Set(all)).toEqual(new Set(expected))
  expect(all.length).toBe(expected.length)
}
