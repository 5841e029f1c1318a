import { isShortName } from '../kernel/names.ts'

/** Which sandbox a request is for, and which path it asks for there. */
export interface Address {
  /** Undefined when the request names none. */
  readonly sandbox: string | undefined
  /** What stands before every path of a sandbox that is named in the path: empty, or `/~name`. */
  readonly prefix: string
  readonly path: string
}

export const isSandboxName = isShortName

export const noSandboxNameText = (name: string): string =>
  `"${name}" is not a sandbox name: 1 to 64 letters, digits, dots, dashes or underscores`

/** Written as it is, or escaped, which is the same (RFC 3986, section 2.3): some clients escape it. */
const SANDBOX_PREFIX = /^\/(?:~|%7e)/i

/**
 * The path prefix `/~name/` wins over the header `X-Sim-Sandbox`.
 * @param path as it was sent
 * @param header the value of that header
 */
export function addressAt(path: string, header: string | null): Address {
  const before = SANDBOX_PREFIX.exec(path)?.[0].length
  if (before === undefined) return { sandbox: header ?? undefined, prefix: '', path }
  const end = path.indexOf('/', before)
  const prefix = end === -1 ? path : path.slice(0, end)
  return { sandbox: prefix.slice(before), prefix, path: end === -1 ? '/' : path.slice(end) }
}

export const addressOf = ({ url, headers }: Request): Address => addressAt(pathOf(url), headers.get('x-sim-sandbox'))

export const prefixOf = (request: Request): string => addressOf(request).prefix

/** The path of an absolute URL, as it was sent. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  if (start === -1) return '/'
  const end = url.slice(start).search(/[?#]/)
  return end === -1 ? url.slice(start) : url.slice(start, start + end)
}
