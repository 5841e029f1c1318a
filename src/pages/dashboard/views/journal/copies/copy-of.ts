import { MASK } from '../../../../../kernel/secret.ts'
import { stubsOf } from '../../../../../control/stubs.ts'
import type { Exchange } from '../../../../../testing/journal/exchange.ts'
import { presentExchange } from '../../../../../testing/journal/present-exchange.ts'
import { redactBody } from '../../../../../testing/journal/redact.ts'
import type { PageContext } from '../../../page-context.ts'
import { publishedKeyOf } from '../published-key.ts'
import { asCurl } from './as-curl.ts'
import { asScenario } from './as-scenario.ts'

/** The forms in which an exchange can be copied. */
export const copyForms = ['curl', 'scenario'] as const
type CopyForm = (typeof copyForms)[number]

interface ExchangeCopy {
  readonly text: string
  /** Where it is not exact, in sentences. */
  readonly limits: readonly string[]
}

const MASKED = `${MASK} stands for a secret, which is not stored.`

export function copyOf(form: CopyForm, context: PageContext, exchange: Exchange): ExchangeCopy {
  const shown = presentExchange(exchange)
  if (form === 'curl') {
    const key = publishedKeyOf(context.world, exchange)
    return withMasked({ text: asCurl(shown, exchange.requestBody, context.origin + context.prefix, key), limits: [] })
  }
  const faults = context.world.faults.list().map(({ written }) => written)
  const stub = stubsOf(context.sandbox).find(({ name }) => name === exchange.stub)
  return withMasked(asScenario({ ...shown, responseText: redactBody(exchange.responseBody) }, faults, stub))
}

const withMasked = ({ text, limits }: ExchangeCopy): ExchangeCopy => ({
  text,
  limits: text.includes(MASK) ? [...limits, MASKED] : limits,
})
