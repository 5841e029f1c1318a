import type { ShownExchange } from '../../../../testing/journal/present-exchange.ts'
import { MASK } from '../../../../kernel/secret.ts'
import { shellWord } from '../../../../kernel/shell-word.ts'

/** What curl sends by itself, or what only a browser says. */
const OWN_HEADERS =
  /^(host|connection|content-length|user-agent|accept|accept-encoding|accept-language|origin|referer|cookie|x-sim-sandbox|sec-.*|traceparent)$/

/**
 * A command that asks the same again. The key is masked in the journal, so it comes from the environment.
 * @param body the text that was sent
 */
export function asCurl({ request, api_key }: ShownExchange, body: string, base: string): string {
  const { method, path, query, headers } = request
  const url = `${base}${path}${query === '' ? '' : `?${query}`}`
  // curl would read braces and brackets as patterns.
  const globs = /[[\]{}]/.test(url) ? ' -g' : ''
  const parts = [`curl -i${globs}${methodOf(method, body)} ${shellWord(url)}`]
  if (api_key !== null) parts.push(`-H "Authorization: Bearer $RENTAL_SIM_API_KEY"`)
  for (const [name, value] of Object.entries(headers)) {
    if (OWN_HEADERS.test(name) || value === MASK) continue
    parts.push(`-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`)}`)
  }
  if (body !== '') {
    // Else it says that the body is a form.
    if (headers['content-type'] === undefined) parts.push('-H content-type:')
    parts.push(`--data-raw ${shellWord(body)}`)
  }
  return parts.join(' \\\n  ')
}

/** A HEAD that is only named would wait for a body. */
function methodOf(method: string, body: string): string {
  if (method === 'HEAD') return ' --head'
  return method === 'GET' && body === '' ? '' : ` -X ${method}`
}
