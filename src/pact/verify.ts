import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { VerifierOptions } from '@pact-foundation/pact'
import { z } from 'zod'
import { errorMessage } from '../kernel/error-message.ts'
import { fieldOf } from '../kernel/object.ts'
import { UsageError } from '../kernel/usage-error.ts'

/** Thrown when Pact is not installed, or its verifier ends without a result. */
class VerifierError extends UsageError {}

const errors = z
  .array(z.object({ interaction: z.string(), mismatch: z.object({ message: z.string().optional() }) }))
  .default([])

const resultSchema = z.object({
  result: z.boolean(),
  interactionResults: z.array(z.object({ description: z.string(), result: z.string() })).default([]),
  errors,
  /** Of pending pacts and interactions, which do not fail. */
  pendingErrors: errors,
})
export type VerificationResult = z.output<typeof resultSchema>

/**
 * Verifies pacts against a provider with Pact's own verifier, which prints its report on standard output.
 * @param source where pacts come from, and where results go; undefined values are left out
 * @throws VerifierError when there is no verifier, it crashes, or cannot use what it is given
 */
export async function verifyPacts(
  baseUrl: string,
  source: { readonly [Name in keyof VerifierOptions]: VerifierOptions[Name] | undefined },
): Promise<VerificationResult> {
  // Else the native library looks up an analytics host.
  process.env['PACT_DO_NOT_TRACK'] = 'true'
  const { Verifier } = await loadPact()
  try {
    const verifier = new Verifier({
      // Pact checks every key that is there, also one with the value undefined.
      ...Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)),
      providerBaseUrl: baseUrl,
      providerStatesSetupUrl: `${baseUrl}/_sim/pact/provider-states`,
      providerStatesSetupTeardown: true,
      logLevel: 'error',
    })
    return resultIn(await verifier.verifyProvider())
  } catch (error) {
    const message = errorMessage(error)
    if (message.startsWith('{')) return resultIn(message)
    throw new VerifierError(`Pact's verifier ended without a result: ${message}`)
  }
}

const resultIn = (text: string): VerificationResult => resultSchema.parse(JSON.parse(text))

/** The part of Pact that is used; Pact's own types have the rest. */
const pactModule = z.object({
  Verifier: z.custom<typeof import('@pact-foundation/pact').Verifier>((it) => typeof it === 'function'),
})

/** The project's own Pact first, then one beside this package. */
async function loadPact() {
  for (const base of [join(process.cwd(), 'package.json'), import.meta.url]) {
    const entry = pactEntry(base)
    if (entry === undefined) continue
    const loaded: unknown = await import(pathToFileURL(entry).href)
    return pactModule.parse(loaded)
  }
  throw new VerifierError(
    'pact verify needs @pact-foundation/pact, which is not installed here: npm install --save-dev @pact-foundation/pact@16',
  )
}

function pactEntry(base: string): string | undefined {
  try {
    return createRequire(base).resolve('@pact-foundation/pact')
  } catch (error) {
    if (fieldOf(error, 'code') === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
