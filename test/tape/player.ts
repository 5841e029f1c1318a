import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createSimulator, type Simulator } from 'rental-sim'
import type { Call } from './calls.ts'
import { meantChanges } from './on-purpose.ts'
import { Seen } from './seen.ts'
import type { Session } from './sessions.ts'

// Plays sessions with the build that `rental-sim` resolves to, and writes what a client sees, a line for each response:
// node player.js <sessions> <output> [the session to write as whole texts in place of digests]

const [input = '', output = '', wanted] = process.argv.slice(2)

/** Real time, which passes between two requests only, so that every build sees the same. */
let nowMs = Date.parse('2026-02-01T00:00:00Z')
Date.now = () => nowMs
performance.now = () => nowMs
const BETWEEN_REQUESTS_MS = 730

/** A request that a fault holds does not end within so many turns of the event loop. */
const TURNS = 30

const turns = async (): Promise<'held'> => {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
  return 'held'
}

async function send(
  simulator: Simulator,
  { method, path, body, key, type }: Call,
  signal: AbortSignal,
): Promise<string> {
  try {
    const response = await simulator.fetch(path, {
      method,
      headers: { Authorization: `Bearer ${key ?? 'renter-key'}`, 'Content-Type': type ?? 'application/json' },
      ...(body !== undefined && { body }),
      signal,
    })
    const headers = [...response.headers].toSorted(([one], [other]) => (one < other ? -1 : 1))
    // Each simulator draws its own name.
    const text = (await response.text()).replace(/^\{"instance":"[0-9a-f]{12}"/, '{"instance":"drawn"')
    return `${response.status} ${JSON.stringify(headers)}\n${text}`
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return `${error.name}: ${error.cause instanceof Error ? error.cause.message : ''}`
  }
}

/** What comes of a request; where a fault holds it, the clock is moved, and at last the client gives up. */
async function outcomeOf(simulator: Simulator, call: Call): Promise<string> {
  const client = new AbortController()
  const outcome = send(simulator, call, client.signal)
  let held = ''
  for (const seconds of [5, 3600]) {
    if ((await Promise.race([outcome, turns()])) !== 'held') return held + (await outcome)
    held += `held, then ${seconds} s\n`
    await simulator.clock.advance(seconds)
  }
  if ((await Promise.race([outcome, turns()])) === 'held') client.abort()
  return held + (await outcome)
}

async function play({ options, calls }: Session): Promise<readonly string[]> {
  const simulator = createSimulator({ seed: 'tape', ...options })
  const seen = new Seen()
  const texts: string[] = []
  for (const call of calls) {
    nowMs += BETWEEN_REQUESTS_MS
    const filled: Call = { ...call, ...(call.body !== undefined && { body: seen.fill(call.body) }) }
    const text = await outcomeOf(simulator, filled)
    seen.add(text)
    const compared = meantChanges.reduce((changed, { from, to }) => changed.replaceAll(from, to), text)
    texts.push(`${filled.method} ${filled.path} ${filled.body ?? ''}\n${compared}`)
  }
  await simulator.close()
  return texts
}

const lines: string[] = []
for (const line of readFileSync(input, 'utf8').trimEnd().split('\n')) {
  const session = JSON.parse(line) as Session
  if (wanted !== undefined && session.name !== wanted) continue
  nowMs = Date.parse('2026-02-01T00:00:00Z')
  for (const text of await play(session))
    lines.push(
      wanted === undefined
        ? `${session.name}\t${createHash('sha256').update(text).digest('base64')}`
        : JSON.stringify(text),
    )
}
writeFileSync(output, lines.join('\n'))
process.exit(0)
