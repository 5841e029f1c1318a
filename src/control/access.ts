import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { isBasePath } from '../kernel/web-address.ts'
import { randomSecret, SecretText } from '../kernel/secret.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { SteeringError } from './error.ts'

/** What control calls and pages find in their context: where the request goes. */
export interface Env {
  Bindings: { readonly sandbox: Sandbox }
}

/** The name of the session cookie. It has the port in it, because browsers send a cookie to every port of a host. */
export const sessionCookie = (c: Context): string => `rental_sim_session_${new URL(c.req.url).port || 'default'}`

/** Says who may use the control API and the dashboard. */
export class AccessControl {
  readonly #token: SecretText | undefined
  readonly #hosts: string[]
  readonly #origins: readonly string[]
  #session: { readonly text: string; readonly secret: SecretText } | undefined

  /**
   * @param hosts names in the Host header that need no token, besides addresses and local names
   * @param origins pages that may steer, whatever the Host header is: a proxy may rewrite that
   */
  constructor(token: string | undefined, hosts: readonly string[], origins: readonly string[]) {
    this.#token = token === undefined ? undefined : new SecretText(token)
    this.#hosts = [...hosts]
    this.#origins = origins
  }

  /** The server listens under this name, too. */
  allowHost(name: string): void {
    this.#hosts.push(name)
  }

  get hasToken(): boolean {
    return this.#token !== undefined
  }

  isToken(text: unknown): boolean {
    return typeof text === 'string' && this.#token?.equals(text) === true
  }

  /**
   * The value of the session cookie, which stands for the token; a server that starts anew has another one. It is made
   * for the first who is given it, because most servers are never visited, and randomness takes memory and time.
   */
  get session(): string {
    const text = this.#session?.text ?? randomSecret()
    this.#session ??= { text, secret: new SecretText(text) }
    return text
  }

  isSession(text: string | undefined): boolean {
    return this.#session?.secret.equals(text) === true
  }

  /** Whether only this server can have sent a page at this host and port. */
  isTrusted(host: string): boolean {
    const name = hostName(host)
    const known = [...this.#hosts, ...this.#origins.map((origin) => new URL(origin).host)]
    return isLocalName(name) || known.some((each) => hostName(each) === name)
  }

  /** Whether a page of this origin is one of this server, which was asked under this host. */
  isOwn(origin: string, host: string): boolean {
    if (this.#origins.includes(origin)) return true
    const url = URL.canParse(origin) ? new URL(origin) : undefined
    // No site that makes its name point here has a cookie for it, which stands for the token.
    return url?.host === host && (this.hasToken || this.isTrusted(host))
  }
}

const hostName = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/** What machines ask for that watch the server: there is nothing secret in it. */
const NEED_NO_TOKEN = new Set(['/_sim/health', '/_sim/metrics'])

/** Refuses calls that lack the token, where there is one, or come from a page of another site. With a token, health and metrics need none. */
export const requireAccess =
  (access: AccessControl): MiddlewareHandler<Env> =>
  async (c, next) => {
    const isOpen = c.req.path.startsWith('/_sim/schemas/') || (NEED_NO_TOKEN.has(c.req.path) && access.hasToken)
    const refusal = isOpen ? undefined : refusalOf(c, access)
    if (refusal !== undefined) throw refusal
    const { sandbox } = c.env
    const isFirstAfterEviction = sandbox.hasEvictionNotice
    await next()
    if (isFirstAfterEviction) c.header('X-Sim-Evicted', 'true')
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') sandbox.changed()
  }

/**
 * Why a request is refused; undefined when it may pass. A server with a token wants that token, or the session cookie.
 * A server without one trusts every program that reaches its port, but no web page that happens to be open in a
 * browser: it refuses pages of other sites, and host names that such a site can make point here (DNS rebinding).
 */
export function refusalOf(c: Parameters<MiddlewareHandler<Env>>[0], access: AccessControl): SteeringError | undefined {
  // A request within the process has no Host header, and needs none.
  const host = c.req.header('host')
  if (access.hasToken) {
    if (access.isToken(/^Bearer (.*)$/s.exec(c.req.header('authorization') ?? '')?.[1])) return undefined
    if (!access.isSession(getCookie(c, sessionCookie(c)))) return needsToken()
  } else {
    // A proxy that rewrites Host says here under which name it was asked.
    const names = [host, ...(c.req.header('x-forwarded-host')?.split(',') ?? [])]
    const untrusted = names.find((name) => name !== undefined && !access.isTrusted(name.trim()))
    if (untrusted !== undefined) return untrustedHost(untrusted.trim())
  }
  const origin = c.req.header('origin')
  if (origin === undefined || access.isOwn(origin, host ?? new URL(c.req.url).host)) return undefined
  return new SteeringError(
    'unauthorized',
    `a page of ${origin} may not steer this simulator`,
    'call it from its own origin or without a browser, or allow that origin with --allowed-origin',
  )
}

const needsToken = (): SteeringError =>
  new SteeringError(
    'unauthorized',
    'this call needs the control token',
    'send Authorization: Bearer <the value of --control-token>',
  )

const untrustedHost = (host: string): SteeringError =>
  new SteeringError(
    'unauthorized',
    `the control API does not answer under the name ${host}: a web page of that name could steer this simulator`,
    `use an address or localhost, or start with --allowed-host ${hostName(host)}`,
  )

/**
 * Whether no site can make a name point here. The owner of a public name can, and for one below `.local` whoever
 * answers first in the network. Safe are addresses, names without dots, and the endings that nobody can own:
 * `.localhost`, `.internal`, `.test`, `.example`.
 */
const isLocalName = (name: string): boolean =>
  /^(\[[\da-f:.]+\]|\d+\.\d+\.\d+\.\d+|[^.]+|.*\.(localhost|internal|test|example))$/i.test(name)

/** How people reach the server, where a proxy stands before it. */
interface Front {
  readonly scheme: 'http:' | 'https:'
  /** The path that the proxy serves it below, without a slash at the end; empty for none. */
  readonly path: string
}

/**
 * What `--base-path` or the proxy says, by `X-Forwarded-Proto` and `X-Forwarded-Prefix`. A client that sends these headers
 * changes the links and the cookie of its response alone: they never decide who may make control calls.
 */
export function frontOf(c: Context, basePath = ''): Front {
  const proto = forwarded(c, 'x-forwarded-proto')
  const prefix = forwarded(c, 'x-forwarded-prefix')
  const isSecure = proto === 'https' || (proto !== 'http' && new URL(c.req.url).protocol === 'https:')
  return {
    scheme: isSecure ? 'https:' : 'http:',
    path: basePath === '' && isBasePath(prefix) ? prefix.replace(/\/$/, '') : basePath,
  }
}

/** The first value of a header, which is that of the proxy that is nearest to the client. */
const forwarded = (c: Context, name: string): string => c.req.header(name)?.split(',')[0]?.trim() ?? ''

/**
 * Where people reach the server: what a reverse proxy says, else what the request says. A forwarded host counts only if
 * `--allowed-host`, `--allowed-origin` or its form says that nobody else can own it, because the commands that a page
 * shows carry keys there.
 */
export function publicOrigin(
  c: Context<Env>,
  { access, basePath }: { readonly access: AccessControl; readonly basePath?: string | undefined },
): string {
  const { scheme, path } = frontOf(c, basePath)
  const host = forwarded(c, 'x-forwarded-host')
  const isHost = /^[\w.:[\]-]+$/.test(host) && access.isTrusted(host)
  return `${scheme}//${isHost ? host : new URL(c.req.url).host}${path}`
}
