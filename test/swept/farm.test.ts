import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { globMatches } from '../../src/kernel/glob.ts'
import { verdicts } from '../../src/sweep/verdicts.ts'
import { badIn, percentOf, sweepOfFarm } from './example.ts'

const MINUTE_MS = 60_000

const defects = z
  .array(z.object({ defect: z.string(), sandbox: z.string(), trial: z.string(), verdict: z.enum(verdicts) }))
  .parse(JSON.parse(readFileSync('test/swept/farm/defects.json', 'utf8')))

type Defect = (typeof defects)[number]

/** Whether the trial of a defect ends in its verdict in a farm; not where no such trial is planned. */
async function isFoundIn(farm: 'farm' | 'careless', { sandbox, trial, verdict }: Defect): Promise<boolean> {
  const id = trial.replace('*', `first@${sandbox}`)
  // Nulls are tried with other unusual things, and apart only where that fails.
  const only = id.replace(/null\*$/, 'unusual')
  try {
    const bad = badIn(await sweepOfFarm(farm, ['--trial', only]))
    return bad.some((each) => each.verdict === verdict && globMatches(id, each.id))
  } catch (error) {
    if (String(error).includes('there is no trial')) return false
    throw error
  }
}

test(
  'nearly all defects of the careless farm are found by a verdict that leads to them, and not in the careful one',
  async () => {
    const missed: string[] = []
    for (const each of defects) {
      const [inCareless, inCareful] = await Promise.all([isFoundIn('careless', each), isFoundIn('farm', each)])
      if (!inCareless) missed.push(each.defect)
      expect([each.defect, inCareful]).toEqual([each.defect, false])
    }
    for (const each of missed) process.stdout.write(`Not found in the farm: ${each}\n`)
    expect(percentOf('Recall, farm', defects.length - missed.length, defects.length)).toBeGreaterThanOrEqual(85)
  },
  15 * MINUTE_MS,
)
