import { MASK } from '../../../../../kernel/secret.ts'
import { stubsOf } from '../../../../../control/stubs.ts'
import type { Exchange } from '../../../../../testing/journal/exchange.ts'
import { presentExchange } from '../../../../../testing/journal/present-exchange.ts'
import { redactBody } from '../../../../../testing/journal/redact.ts'
import type { PageContext } from '../../../page-context.ts'
import { asCurl } from './as-curl.ts'
import { asFetch } from './as-fetch.ts'
import { asHar } from './as-har.ts'
import { asPython } from './as-python.ts'
import { asScenario } from './as-scenario.ts'

/** The forms in which an exchange can be copied. */
export const copyForms = ['curl', 'fetch', 'Python', 'scenario', 'HAR'] as const
export type CopyForm = (typeof copyForms)[number]

interface ExchangeCopy {
  readonly text: string
  /** Where it is not exact, in sentences. */
  readonly limits: readonly string[]
}

const MASKED = `${MASK} stands for a secret, which nobody has kept.`

export function copyOf(form: CopyForm, context: PageContext, exchange: Exchange): ExchangeCopy {
  const { text, limits } = formed(form, context, exchange)
  return { text, limits: [...limits, ...(text.includes(MASK) ? [MASKED] : [])] }
}

function formed(form: CopyForm, context: PageContext, exchange: Exchange): ExchangeCopy {
  const shown = presentExchange(exchange)
  const { requestBody, stub } = exchange
  const base = context.origin + context.prefix
  const responseText = redactBody(exchange.responseBody)
  if (form === 'scenario') {
    const faults = context.world.faults.list().map(({ written }) => written)
    const activeStub = stubsOf(context.sandbox).find(({ name }) => name === stub)
    return asScenario({ ...shown, responseText }, faults, activeStub)
  }
  const text = {
    curl: () => asCurl(shown, requestBody, base),
    fetch: () => asFetch(shown, requestBody, base),
    Python: () => asPython(shown, requestBody, base),
    HAR: () => asHar(shown, { request: requestBody, response: responseText }, base),
  }[form]()
  return { text, limits: [] }
}
