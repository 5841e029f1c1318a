import { quoteForShell } from '../../kernel/quote-for-shell.ts'

/** A request as somebody fills it in. */
export interface FilledRequest {
  readonly method: string
  readonly url: string
  /** What `Authorization: Bearer` carries; empty for none. */
  readonly token: string
  /** Empty for none. */
  readonly body: string
}

/** A curl command that sends it. */
export function asCurl({ method, url, token, body }: FilledRequest): string {
  // Without -g curl reads braces and brackets as patterns.
  const globs = /[[\]{}]/.test(url) ? ' -g' : ''
  const verb = method === 'GET' ? '' : ` -X ${method}`
  return [
    `curl -i${globs}${verb} ${quoteForShell(url)}`,
    ...(token === '' ? [] : [`-H ${quoteForShell(`Authorization: Bearer ${token}`)}`]),
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoteForShell(body)}`]),
  ].join(' \\\n  ')
}

/** The URL of a path with its parameters; those of the query that are empty are left out. @param path as `/asks/{id}/` */
export function filledUrl(
  base: string,
  path: string,
  parameters: readonly { readonly in: string; readonly name: string; readonly value: string }[],
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = parameters.find((each) => each.in === 'path' && each.name === name)?.value ?? ''
    return value === '' ? place : encodeURIComponent(value)
  })
  const query = new URLSearchParams(
    parameters.filter((each) => each.in === 'query' && each.value !== '').map(({ name, value }) => [name, value]),
  ).toString()
  return `${base}${filled}${query === '' ? '' : `?${query}`}`
}
