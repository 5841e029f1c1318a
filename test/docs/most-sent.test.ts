import { expect, test } from 'vitest'
import { playMostSent } from '../clients/most-sent.ts'

test.each(['documented', 'observed'] as const)(
  'at most two of the twenty requests that are sent most rest on judgement in %s',
  async (dialect) => {
    const played = await playMostSent(dialect)
    expect(played).toHaveLength(20)
    const judged = played.filter(({ evidence }) => evidence === 'judgement')
    expect(judged.map(({ method, path }) => `${method} ${path}`).length).toBeLessThanOrEqual(2)
    expect(played.filter((each) => each.judged.length > 0)).toEqual(judged)
    for (const { id, capture } of judged.flatMap((each) => each.judged)) expect(capture, id).toBeTypeOf('string')
  },
)
