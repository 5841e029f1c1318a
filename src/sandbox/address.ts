import { isShortName } from '../kernel/wire.ts'

/** Which sandbox a request is for, and which path it asks for there. */
export interface Address {
  /** Undefined when the request names none. */
  readonly sandbox: string | undefined
  readonly path: string
}

export const isSandboxName = isShortName

export const noSandboxName = (name: string): string =>
  `"${name}" is no sandbox name: 1 to 64 letters, digits, dots, dashes or underscores`

/** The path prefix `/~name/` wins over the header `X-Sim-Sandbox`. */
export function addressOf(request: Request): Address {
  const path = pathOf(request.url)
  if (path.startsWith('/~')) {
    const end = path.indexOf('/', 2)
    return end === -1 ? { sandbox: path.slice(2), path: '/' } : { sandbox: path.slice(2, end), path: path.slice(end) }
  }
  return { sandbox: request.headers.get('x-sim-sandbox') ?? undefined, path }
}

/** What stands before every path of the sandbox that a request names in its path: empty, or `/~name`. */
export const prefixOf = ({ url }: Request): string => /^\/~[^/]*/.exec(pathOf(url))?.[0] ?? ''

/** The path of an absolute URL, as it was sent. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  if (start === -1) return '/'
  const end = url.slice(start).search(/[?#]/)
  return end === -1 ? url.slice(start) : url.slice(start, start + end)
}
