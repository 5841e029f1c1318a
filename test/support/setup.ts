import { afterAll } from 'vitest'
import { allowProcesses, endProcesses } from './process.ts'

allowProcesses()

// For every file of tests, after its own hooks, however its tests ended.
afterAll(async () => {
  const left = await endProcesses()
  if (left.length > 0) throw new Error(`left running:\n${left.join('\n')}`)
})
