import { stringify } from 'yaml'
import type { ShownExchange } from '../harness/present-exchange.ts'
import type { ShownFault } from '../harness/faults/present.ts'
import { MASK } from '../kernel/secret.ts'
import { shellWord } from '../kernel/shell-word.ts'

/** What curl sends by itself, or what only a browser says. */
const OWN_HEADERS =
  /^(host|connection|content-length|user-agent|accept|accept-encoding|accept-language|origin|referer|cookie|x-sim-sandbox|sec-.*|traceparent)$/

/** A command that asks the same again. The key is masked in the journal, so it comes from the environment. */
export function asCurl({ request, api_key }: ShownExchange, base: string): string {
  const url = `${base}${request.path}${request.query === '' ? '' : `?${request.query}`}`
  const parts = [`curl -i${request.method === 'GET' ? '' : ` -X ${request.method}`} ${shellWord(url)}`]
  if (api_key !== null) parts.push(`-H "Authorization: Bearer $RENTAL_SIM_API_KEY"`)
  for (const [name, value] of Object.entries(request.headers)) {
    if (OWN_HEADERS.test(name) || value === MASK) continue
    parts.push(`-H ${shellWord(`${name}: ${value}`)}`)
  }
  if (request.body !== null) {
    const text = typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
    parts.push(`--data-raw ${shellWord(text)}`)
  }
  return parts.join(' \\\n  ')
}

/**
 * A scenario that gives the same answer to the same kind of request: as the fault did that gave it,
 * or with the answer itself.
 */
export function asScenario(exchange: ShownExchange, faults: readonly ShownFault[]): string {
  const { id, request, answer, fault, hint } = exchange
  const known = faults.find(({ name }) => name === fault?.name)
  const what = `${request.method} ${request.path}`
  const outcome = answer.status === 0 ? 'lost' : String(answer.status)
  return stringify({
    name: `exchange-${id}`,
    description: `${what} is answered as in exchange ${id}: ${outcome}.${hint === null ? '' : ` ${hint}`}`,
    faults: [known === undefined ? replayed(exchange) : rewritten(known)],
  })
}

/** The counts stay behind; a key cannot be written, because nobody has kept it. */
function rewritten({ matched: _matched, fired: _fired, must_fire, match, ...fault }: ShownFault) {
  const { api_key: _key, ...criteria } = match
  return { ...fault, match: criteria, ...(must_fire && { must_fire }) }
}

function replayed({ id, operation, request, answer }: ShownExchange) {
  const match = operation === null ? { method: request.method, path: request.path } : { operation }
  const isOfOneRow = operation !== null && /\d/.test(request.path.replace('/api/v0/', ''))
  const type = answer.headers['content-type']
  return {
    name: `exchange-${id}`,
    match: { ...match, ...(isOfOneRow && { path: request.path }) },
    effect:
      answer.status === 0
        ? { reset: true }
        : {
            status: answer.status,
            ...(answer.body !== null && { body: answer.body }),
            ...(type !== undefined && type !== 'application/json' && { headers: { 'content-type': type } }),
          },
  }
}
