import { readFileSync } from 'node:fs'
import type { Answer, Simulated } from './simulate.ts'

/** A request as an official client sent it. */
export interface Recorded {
  readonly command: string
  readonly method: string
  readonly url: string
  readonly body?: object
}

export const recorded: readonly Recorded[] = readFileSync('test/data/official-clients.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Recorded => JSON.parse(line) as Recorded)

/** Sends a recorded request literally, with the key that it was recorded with. */
export const play = ({ as }: Simulated, { method, url, body }: Recorded): Promise<Answer> =>
  method === 'GET' && body === undefined ? as('KEY').get(url) : as('KEY').send(method, url, body)
