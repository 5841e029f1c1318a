import { quoteForShell } from '../../../kernel/quote-for-shell.ts'

/** A request as somebody fills it in. */
export interface FilledRequest {
  readonly method: string
  readonly url: string
  /** What `Authorization: Bearer` carries; empty for none. */
  readonly token: string
  /** The media type of the body. Default: JSON. */
  readonly type?: string
  /** Empty for none. */
  readonly body: string
}

/** A curl command that sends it. */
export const asCurl = ({ method, url, token, type = 'application/json', body }: FilledRequest): string =>
  curlLines(method === 'GET' ? '' : ` -X ${method}`, url, [
    ...(token === '' ? [] : [`-H ${quoteForShell(`Authorization: Bearer ${token}`)}`]),
    ...(body === '' ? [] : [`-H ${quoteForShell(`Content-Type: ${type}`)}`, `--data-raw ${quoteForShell(body)}`]),
  ])

/** A curl command with an option a line. Without -g curl reads braces and brackets of the URL as patterns. */
export const curlLines = (verb: string, url: string, options: readonly string[]): string =>
  [`curl -i${/[[\]{}]/.test(url) ? ' -g' : ''}${verb} ${quoteForShell(url)}`, ...options].join(' \\\n  ')

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
