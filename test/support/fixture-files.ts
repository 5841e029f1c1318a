import { createSimulator, type SimulatorOptions } from '../../src/index.ts'

export const AT = Date.parse('2026-01-01T00:00:00Z')

/** A simulator that starts from files with these texts, by name or path. */
export function simulatorOf(files: Readonly<Record<string, string>>, options: SimulatorOptions = {}) {
  return createSimulator({
    fixture: Object.keys(files),
    fixtures: {
      names: () => Object.keys(files),
      find: (name) => {
        const text = files[name]
        return text === undefined ? undefined : { text, file: name }
      },
    },
    clock: { mode: 'frozen', atMs: AT },
    ...options,
  })
}

export type Simulator = ReturnType<typeof createSimulator>

export async function call(simulator: Simulator, method: string, path: string, body?: unknown, key = 'renter-key') {
  const response = await simulator.fetch(
    new Request(`http://sim.test${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, body: (await response.json()) as unknown }
}

export const exported = async (simulator: Simulator) => (await call(simulator, 'GET', '/_sim/state')).body

/** Why a simulator refuses to start from these files. */
export function refusal(files: Readonly<Record<string, string>>): string {
  try {
    simulatorOf(files)
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  }
  throw new Error('the fixture was accepted')
}

export const people = `users:
  - { id: 1001, name: renter, api_keys: [{ key: renter-key }] }
  - { id: 1002, name: host, api_keys: [{ key: host-key }] }
`
