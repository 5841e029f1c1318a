import { isShortName } from '../kernel/wire.ts'

/** Which sandbox a request is for, and which path it asks for there. */
export interface Address {
  /** Undefined when the request names none. */
  readonly sandbox: string | undefined
  /** What stands before every path of a sandbox that is named in the path: empty, or `/~name`. */
  readonly prefix: string
  readonly path: string
}

export const isSandboxName = isShortName

export const noSandboxName = (name: string): string =>
  `"${name}" is no sandbox name: 1 to 64 letters, digits, dots, dashes or underscores`

/**
 * The path prefix `/~name/` wins over the header `X-Sim-Sandbox`.
 * @param path as it was sent
 * @param header the value of that header
 */
export function addressAt(path: string, header: string | null): Address {
  if (!path.startsWith('/~')) return { sandbox: header ?? undefined, prefix: '', path }
  const end = path.indexOf('/', 2)
  const prefix = end === -1 ? path : path.slice(0, end)
  return { sandbox: prefix.slice(2), prefix, path: end === -1 ? '/' : path.slice(end) }
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
