import type { Contender, HttpWork } from './contender.ts'
import { rivals } from './contenders/all.ts'
import { ContenderError } from './duel.ts'
import type { Section, Settings } from './section.ts'

type Failures = Pick<Section, 'unmeasured' | 'broken'>

/** Meets every rival that does the work. One from npm that cannot be measured is reported and left. */
export async function eachRival(
  work: HttpWork,
  { quick, rivals: wanted }: Settings,
  meet: (rival: Contender) => Promise<void>,
): Promise<Failures> {
  const unmeasured: string[] = []
  const broken: string[] = []
  const chosen = rivals
    .filter(({ works }) => works?.includes(work))
    .filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)))
  for (const rival of chosen) {
    if (quick && rival.packages !== undefined) continue
    console.error(`  ${rival.name}`)
    try {
      await meet(rival)
    } catch (error) {
      if (!(error instanceof ContenderError)) throw error
      console.error(`  ${error.message}`)
      ;(error.contender.packages === undefined ? broken : unmeasured).push(error.message)
      // Where the simulator itself cannot do the work, there is nothing to compare.
      if (error.contender !== rival) break
    }
  }
  return { unmeasured, broken }
}
