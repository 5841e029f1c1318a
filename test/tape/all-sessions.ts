import { readFileSync } from 'node:fs'
import { createSimulator } from '../../src/index.ts'
import { randomSessions, type Recorded, scriptedSessions, type Session, views } from './sessions.ts'

/** Everything that is played, each session with a look at all that the simulator knows at its end. */
export async function allSessions(randomCount: number, seed: number): Promise<readonly Session[]> {
  const recorded = readFileSync('test/data/official-clients.jsonl', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Recorded => JSON.parse(line))
  const response = await createSimulator().fetch('/_sim/scenarios')
  const { scenarios } = (await response.json()) as { readonly scenarios: readonly { readonly name: string }[] }
  const scripted = await scriptedSessions(
    recorded,
    scenarios.map(({ name }) => name),
  )
  return [...scripted, ...randomSessions(randomCount, seed)].map((session) => ({
    ...session,
    calls: [...session.calls, ...views],
  }))
}
