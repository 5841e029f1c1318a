import { baseOf } from './address.tsx'

interface WrittenRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly key: string
  readonly body: string
}

const quoted = (text: string): string => (/^[\w./:=@%+,~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`)

/** A command that sends a request that somebody writes; those of the list of requests come with their commands. */
export function asCurl({ method, target, key, body }: WrittenRequest): string {
  const url = `${location.origin}${baseOf()}${target}`
  return [
    `curl -i${/[[\]{}]/.test(url) ? ' -g' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(key === '' ? [] : [`-H ${quoted(`Authorization: Bearer ${key}`)}`]),
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
}
