import { expect } from 'vitest'

const MAX_CPU_MS = 1000
const MAX_GROWTH_MIB = 32

const heapMib = (): number => {
  if (globalThis.gc === undefined) throw new Error('run with --expose-gc')
  globalThis.gc()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/**
 * Gives inputs to a program, one after the other. None may take longer than a second of CPU, and the second half may
 * leave no more in memory than what the bounds of the simulator allow.
 */
export async function feed<Input>(inputs: readonly Input[], give: (input: Input) => Promise<void>): Promise<void> {
  let halfWay = Number.POSITIVE_INFINITY
  for (const [at, input] of inputs.entries()) {
    if (at === Math.floor(inputs.length / 2)) halfWay = heapMib()
    const before = process.cpuUsage()
    try {
      await give(input)
    } catch (error) {
      throw new Error(`input ${at}: ${JSON.stringify(input).slice(0, 20_000)}`, { cause: error })
    }
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000, `ms of CPU for ${JSON.stringify(input).slice(0, 20_000)}`).toBeLessThan(MAX_CPU_MS)
  }
  expect(heapMib() - halfWay, 'MiB that the second half left').toBeLessThan(MAX_GROWTH_MIB)
}
