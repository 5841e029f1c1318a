import type { ShownExchange } from '../../../../testing/journal/present-exchange.ts'
import { MASK } from '../../../../kernel/secret.ts'
import { shellWord } from '../../../../kernel/shell-word.ts'

/** Headers that curl sends by itself, and those that only a browser sends. */
const LEFT_OUT =
  /^(host|connection|content-length|user-agent|accept|accept-encoding|accept-language|origin|referer|cookie|x-sim-sandbox|sec-.*|traceparent)$/

/**
 * A curl command that sends the same request. The journal masks the key, so the command takes it from the environment.
 * @param body the text that was sent
 */
export function asCurl({ request, api_key }: ShownExchange, body: string, base: string): string {
  const { method, path, query, headers } = request
  const url = `${base}${path}${query === '' ? '' : `?${query}`}`
  // Without -g curl reads braces and brackets as patterns.
  const globs = /[[\]{}]/.test(url) ? ' -g' : ''
  const parts = [`curl -i${globs}${methodOf(method, body)} ${shellWord(url)}`]
  if (api_key !== null) parts.push(`-H "Authorization: Bearer $RENTAL_SIM_API_KEY"`)
  for (const [name, value] of Object.entries(headers)) {
    if (LEFT_OUT.test(name) || value === MASK) continue
    parts.push(`-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`)}`)
  }
  if (body !== '') {
    // Without this curl says that the body is a form.
    if (headers['content-type'] === undefined) parts.push('-H content-type:')
    parts.push(`--data-raw ${shellWord(body)}`)
  }
  return parts.join(' \\\n  ')
}

/** The option for the method. HEAD has one of its own: with -X HEAD curl waits for a body. */
function methodOf(method: string, body: string): string {
  if (method === 'HEAD') return ' --head'
  return method === 'GET' && body === '' ? '' : ` -X ${method}`
}
