import { onTestFinished, vi } from 'vitest'
import { SWEEP_TRIAL } from '../../src/node/processes/join-sweep.ts'
import type { Trial } from '../../src/testing/trial/trial.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { RENTER, rows } from './steer.ts'

/** A trial of the listing of cloud connections, unless it says otherwise. */
export const trialOf = (other: Partial<Trial> = {}): Trial => ({
  id: 'cloud-connections.list/transient/first/503',
  family: 'transient',
  operation: 'cloud-connections.list',
  call: 1,
  lasts: 'once',
  injected: '503, once',
  effect: { status: 503 },
  ...other,
})

/** An environment variable until the test is over. */
export function setEnv(name: string, value: string | undefined): void {
  vi.stubEnv(name, value)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
}

/** A simulator that takes part in a sweep. */
export function underTrial(trial: object | undefined, options: SimulatorOptions = {}): Simulator {
  setEnv(SWEEP_TRIAL, trial && JSON.stringify(trial))
  return createSimulator({ fixture: rows, clock: 'frozen', rateLimit: { enabled: false }, ...options })
}

/** The status of a request, and which fault met it. */
export async function asked({ fetch }: Pick<Simulator, 'fetch'>, path: string, init: RequestInit = RENTER) {
  const response = await fetch(path, init)
  await response.text()
  const fault = response.headers.get('x-sim-basis') === 'injected' ? response.headers.get('x-sim-rules') : null
  return { status: response.status, fault }
}
