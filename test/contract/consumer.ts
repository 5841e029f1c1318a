import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type HTTPResponseStatusClass, MatchersV3, PactV4, type V3MockServer } from '@pact-foundation/pact'
import { afterAll } from 'vitest'
import { type ApiError, Marketplace } from './client.ts'
import { verify } from './pact-process.ts'

const { equal, matchStatus, string } = MatchersV3

/** A status that the contract does not show: a consumer relies on its class only. */
export const someClientError = matchStatus(400, 'clientError' as HTTPResponseStatusClass)
export const someError = matchStatus(500, 'error' as HTTPResponseStatusClass)

/** `{success: false, error, msg}` */
export const failureOf = (error: string, msg = 'a sentence') => ({
  success: equal(false),
  error: equal(error),
  msg: string(msg),
})

/** The body of the rate limiter names the threshold. */
export const tooFrequent = (threshold: string) => ({ detail: MatchersV3.includes(threshold) })

export const json = { 'Content-Type': 'application/json' }
export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
/** `Content-Type: application/json` with any parameters. */
export const jsonAnswer = { 'Content-Type': MatchersV3.regex(/^application\/json/, 'application/json') }

/** One consumer with a folder of its own for its pact. Every test file calls it once. */
export function consumerOf(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-pacts-'))
  const pact = new PactV4({ consumer: name, provider: 'marketplace', dir: folder, logLevel: 'error' })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  return {
    interaction: () => pact.addInteraction(),
    /** A client of the mock server; an answer arrives when its request is on record. */
    as: (key: string, { url, port }: V3MockServer) =>
      new Marketplace(url, key, async (...request) => {
        const response = await fetch(...request)
        await untilRecorded(pact, port)
        return response
      }),
    /** Verifies the pact with the command; resolves with its exit code and its last line. */
    verified: async () => {
      const { code, stdout } = await verify([folder])
      return { code, summary: stdout.trimEnd().split('\n').at(-1), report: code === 0 ? '' : stdout }
    },
  }
}

const MOST_LOOKS = 1000

/**
 * The mock server answers first and records then, on a thread of its own; Pact looks right after the test, and under load too
 * early (pact-foundation/pact-reference#535). What it records it shows to its own package only.
 */
async function untilRecorded(pact: PactV4, port: number): Promise<void> {
  const { pact: core } = pact as unknown as { pact: { mockServerMatchedSuccessfully: (port: number) => boolean } }
  for (let looks = 0; looks < MOST_LOOKS && !core.mockServerMatchedSuccessfully(port); looks++) await setTimeout(1)
}

/** What a call is refused with. */
export async function refused(call: Promise<unknown>): Promise<Pick<ApiError, 'status' | 'body'>> {
  const settled = await call.then(
    () => undefined,
    (error: ApiError) => error,
  )
  if (settled === undefined) throw new Error('the call was accepted')
  return { status: settled.status, body: settled.body }
}
