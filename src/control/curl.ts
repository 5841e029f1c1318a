import { MASK } from '../kernel/secret.ts'
import { curlLines, methodOption } from '../kernel/curl-command.ts'
import { quoteForShell } from '../kernel/quote-for-shell.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { presentExchange } from '../testing/journal/present-exchange.ts'

/** Headers that clients send by themselves, and those that only a browser sends. */
const LEFT_OUT =
  /^(host|connection|content-length|user-agent|accept|accept-encoding|accept-language|origin|referer|cookie|x-sim-sandbox|sec-.*|traceparent)$/

/** A key that is not published is read from the environment, and the shell says so where it is missing. */
const UNKNOWN_KEY = '${RENTAL_SIM_API_KEY:?set it to your key}'

/**
 * A curl command that sends the same request.
 * @param base where clients reach the sandbox
 * @param key the key that came with it, where the package publishes it
 */
export function curlOf(exchange: Exchange, base: string, key: string = UNKNOWN_KEY): string {
  const { request, api_key: sent } = presentExchange(exchange)
  const { requestBody: body } = exchange
  const { method, headers, path, query } = request
  const options: string[] = sent === null ? [] : [`-H "Authorization: Bearer ${key}"`]
  for (const [name, value] of Object.entries(headers))
    if (!LEFT_OUT.test(name) && value !== MASK && !(name === 'authorization'))
      options.push(`-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`)
  if (body !== '') {
    // Without this curl says that the body is a form.
    if (headers['content-type'] === undefined) options.push('-H content-type:')
    options.push(`--data-raw ${quoteForShell(body)}`)
  }
  const url = `${base}${path}${query === '' ? '' : `?${query}`}`
  return curlLines(methodOption(method, body), url, options)
}
