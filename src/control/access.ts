import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Env } from './env.ts'
import { randomSecret, SecretText } from '../kernel/secret.ts'
import { SteeringError } from './error.ts'

/** The name of the session cookie. It has the port in it, because browsers send a cookie to every port of a host. */
export const sessionCookie = (c: Context): string => `rental_sim_session_${new URL(c.req.url).port || 'default'}`

/** Says who may use the control API and the dashboard. */
export class AccessControl {
  readonly #token: SecretText | undefined
  readonly #hosts: readonly string[]
  /** The value of the session cookie, which stands for the token; a server that starts anew has another one. */
  readonly session = randomSecret()
  readonly #session = new SecretText(this.session)

  /** @param hosts names in the Host header that need no token, besides addresses and local names */
  constructor(token: string | undefined, hosts: readonly string[]) {
    this.#token = token === undefined ? undefined : new SecretText(token)
    this.#hosts = hosts
  }

  get hasToken(): boolean {
    return this.#token !== undefined
  }

  isToken(text: unknown): boolean {
    return typeof text === 'string' && this.#token?.equals(text) === true
  }

  isSession(text: string | undefined): boolean {
    return this.#session.equals(text)
  }

  /** Whether only this server can have sent a page at this host and port. */
  isTrusted(host: string): boolean {
    const name = hostName(host)
    return isLocalName(name) || this.#hosts.some((each) => hostName(each) === name)
  }
}

const hostName = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/** Refuses calls that lack the token, where there is one, or come from a page of another site. With a token, health needs none. */
export const requireAccess =
  (access: AccessControl): MiddlewareHandler<Env> =>
  async (c, next) => {
    const isHealth = c.req.path === '/_sim/health'
    const refusal = isHealth && access.hasToken ? undefined : refusalOf(c, access)
    if (refusal !== undefined) throw refusal
    const { sandbox } = c.env
    const isFirstAfterEviction = sandbox.isEvictionUntold
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
  } else if (host !== undefined && !access.isTrusted(host)) return untrustedHost(host)
  const origin = c.req.header('origin')
  if (origin === undefined || isSameSite(access, origin, host ?? new URL(c.req.url).host)) return undefined
  return new SteeringError(
    'unauthorized',
    `a page of ${origin} may not steer this simulator`,
    'call it from its own origin, or without a browser',
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

function isSameSite(access: AccessControl, origin: string, host: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return url?.host === host && access.isTrusted(url.host)
}

/**
 * Whether no site can make a name point here. The owner of a public name can, and for one below `.local` whoever
 * answers first in the network. Safe are addresses, names without dots, and the endings that nobody can own:
 * `.localhost`, `.internal`, `.test`, `.example`.
 */
const isLocalName = (name: string): boolean =>
  /^(\[[\da-f:.]+\]|\d+\.\d+\.\d+\.\d+|[^.]+|.*\.(localhost|internal|test|example))$/i.test(name)
