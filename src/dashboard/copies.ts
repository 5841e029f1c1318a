import { stringify } from 'yaml'
import type { ShownExchange } from '../harness/present-exchange.ts'
import type { ShownFault } from '../harness/faults/present.ts'
import { withoutParams } from '../harness/scenarios/params.ts'
import { MASK } from '../kernel/secret.ts'
import { shellWord } from '../kernel/shell-word.ts'

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

/**
 * A scenario that gives the same answer to the same kind of request, from the first one on: as the fault did that
 * gave it, or with the answer itself.
 */
export function asScenario(exchange: ShownExchange, faults: readonly ShownFault[]): string {
  const { id, request, answer, fault, hint } = exchange
  const known = faults.find(({ name }) => name === fault?.name)
  const what = `${request.method} ${request.path}`
  const outcome = answer.status === 0 ? 'lost' : String(answer.status)
  const written = withoutParams({
    name: `exchange-${id}`,
    description: `${what} is answered as in exchange ${id}: ${outcome}.${hint === null ? '' : ` ${hint}`}`,
    faults: known?.effect === undefined ? replayed(exchange) : [rewritten(known)],
  })
  return stringify(written)
}

/** What it waited for stays behind; a key cannot be written, because nobody has kept it. */
function rewritten({ name, match, when: { times }, effect, must_fire }: ShownFault) {
  const { api_key: _key, ...criteria } = match
  return { name, match: criteria, when: { times }, effect, ...(must_fire && { must_fire }) }
}

/** Faults meet operations; what is none is answered alike without one. */
function replayed({ id, operation, request, answer, fault }: ShownExchange): readonly object[] {
  if (operation === null) return []
  const isOfOneRow = /\/\d{1,15}\/$/.test(request.path)
  return [
    {
      name: `exchange-${id}`,
      match: { operation, ...(isOfOneRow && { path: request.path }) },
      effect:
        answer.status === 0
          ? { reset: true, ...(fault?.happened === true && { stream: 'after' }) }
          : { status: answer.status, ...bodyOf(answer) },
    },
  ]
}

/** With its type, where a body of that kind would not have it anyway. */
function bodyOf({ body, headers }: ShownExchange['answer']) {
  const type = headers['content-type']
  const usual = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  return {
    ...((body !== null || headers['content-length'] !== undefined) && { body }),
    ...(type !== undefined && type !== usual && { headers: { 'content-type': type } }),
  }
}
