import type { ShownExchange } from '../../../../../testing/journal/present-exchange.ts'
import { quoteForShell } from '../../../../../kernel/quote-for-shell.ts'
import { curlLines } from '../../../parts/curl.ts'
import { sentHeaders, urlOf } from './sent-headers.ts'

/**
 * A curl command that sends the same request.
 * @param body the text that was sent
 * @param key the key that was sent, where it is known; else the command takes it from the environment
 */
export function asCurl(exchange: ShownExchange, body: string, base: string, key = '$RENTAL_SIM_API_KEY'): string {
  const { method, headers } = exchange.request
  const parts: string[] = []
  if (exchange.api_key !== null) parts.push(`-H "Authorization: Bearer ${key}"`)
  for (const [name, value] of sentHeaders(exchange))
    parts.push(`-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`)
  if (body !== '') {
    // Without this curl says that the body is a form.
    if (headers['content-type'] === undefined) parts.push('-H content-type:')
    parts.push(`--data-raw ${quoteForShell(body)}`)
  }
  return curlLines(methodOf(method, body), urlOf(exchange, base), parts)
}

/** The option for the method. HEAD has one of its own: with -X HEAD curl waits for a body. */
function methodOf(method: string, body: string): string {
  if (method === 'HEAD') return ' --head'
  return method === 'GET' && body === '' ? '' : ` -X ${method}`
}
