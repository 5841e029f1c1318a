import { MASK } from '../kernel/secret.ts'
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

/** HEAD has an option: with -X HEAD curl waits for a body. */
function methodOption(method: string, body: string): string {
  if (method === 'HEAD') return ' --head'
  return method === 'GET' && body === '' ? '' : ` -X ${method}`
}

interface WrittenRequest {
  readonly method: string
  readonly target: string
  readonly key: string
  readonly type: string | undefined
  readonly body: string | undefined
}

/** The same for a request that was not sent yet. */
export const curlFor = ({ method, target, key, type, body }: WrittenRequest, base: string): string =>
  curlLines(methodOption(method, body ?? ''), base + target, [
    ...(key === '' ? [] : [`-H ${quoteForShell(`Authorization: Bearer ${key}`)}`]),
    ...(body === undefined
      ? []
      : [`-H ${quoteForShell(`Content-Type: ${type ?? 'application/json'}`)}`, `--data-raw ${quoteForShell(body)}`]),
  ])

/** An option a line. Without -g curl reads braces and brackets of the URL as patterns. */
const curlLines = (method: string, url: string, options: readonly string[]): string =>
  [`curl -i${/[[\]{}]/.test(url) ? ' -g' : ''}${method} ${quoteForShell(url)}`, ...options].join(' \\\n  ')
