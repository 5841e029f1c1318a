import { quoteForShell } from './quote-for-shell.ts'

/** HEAD has an option: with -X HEAD curl waits for a body. */
export function methodOption(method: string, body: string): string {
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

/** A curl command for a request that was not sent yet. */
export const curlFor = ({ method, target, key, type, body }: WrittenRequest, base: string): string =>
  curlLines(methodOption(method, body ?? ''), base + target, [
    ...(key === '' ? [] : [`-H ${quoteForShell(`Authorization: Bearer ${key}`)}`]),
    ...(body === undefined
      ? []
      : [`-H ${quoteForShell(`Content-Type: ${type ?? 'application/json'}`)}`, `--data-raw ${quoteForShell(body)}`]),
  ])

/** An option a line. Without -g curl reads braces and brackets of the URL as patterns. */
export const curlLines = (method: string, url: string, options: readonly string[]): string =>
  [`curl -i${/[[\]{}]/.test(url) ? ' -g' : ''}${method} ${quoteForShell(url)}`, ...options].join(' \\\n  ')
