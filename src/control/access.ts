import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Env } from './env.ts'
import { randomSecret, SecretText } from '../kernel/secret.ts'
import { SteeringError } from './error.ts'

/** The cookie by which a page that knew the token is known again. Browsers send one to every port of a host, so its name says which. */
export const sessionCookie = (c: Context): string => `rental_sim_session_${new URL(c.req.url).port || 'default'}`

/** Who may come near the controls. */
export class Doorkeeper {
  readonly #token: SecretText | undefined
  readonly #hosts: readonly string[]
  /** What the cookie says in place of the token: it ends with the server. */
  readonly session = randomSecret()
  readonly #session = new SecretText(this.session)

  /** @param hosts names that are taken without a token, besides those that nobody can make point here */
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

  /** Whether a page at this host and port can only be one that this server sent. */
  isTrusted(host: string): boolean {
    const name = nameIn(host)
    return isLocalName(name) || this.#hosts.some((each) => nameIn(each) === name)
  }
}

const nameIn = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/** Every call but health needs the token, where there is one; and no page of a foreign site may steer. */
export const access =
  (door: Doorkeeper): MiddlewareHandler<Env> =>
  async (c, next) => {
    const isHealth = c.req.path === '/_sim/health'
    const refusal = isHealth && door.hasToken ? undefined : refusalOf(c, door)
    if (refusal !== undefined) throw refusal
    const { sandbox } = c.env
    const isFirstAfterEviction = sandbox.isEvictionUntold
    await next()
    if (isFirstAfterEviction) c.header('X-Sim-Evicted', 'true')
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') sandbox.changed()
  }

/**
 * Why a request may not come near the controls. With a token, it carries it, or the cookie of a page that knew it.
 * Without one, a page of a foreign site is refused, and so is a name that somebody else can make point here (DNS
 * rebinding): anybody who can reach the port may steer, but no web page that happens to be open may.
 */
export function refusalOf(c: Parameters<MiddlewareHandler<Env>>[0], door: Doorkeeper): SteeringError | undefined {
  // Only what came by a network has the header: requests within the process need no name.
  const host = c.req.header('host')
  if (door.hasToken) {
    if (door.isToken(/^Bearer (.*)$/s.exec(c.req.header('authorization') ?? '')?.[1])) return undefined
    if (!door.isSession(getCookie(c, sessionCookie(c)))) return needsToken()
  } else if (host !== undefined && !door.isTrusted(host)) return foreignName(host)
  const origin = c.req.header('origin')
  if (origin === undefined || isSameSite(door, origin, host ?? new URL(c.req.url).host)) return undefined
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

const foreignName = (host: string): SteeringError =>
  new SteeringError(
    'unauthorized',
    `the control API does not answer under the name ${host}: a web page of that name could steer this simulator`,
    `use an address or localhost, or start with --allowed-host ${nameIn(host)}`,
  )

function isSameSite(door: Doorkeeper, origin: string, host: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return url?.host === host && door.isTrusted(url.host)
}

/**
 * A public name may be made to point here by whoever owns it, and one below `.local` by whoever answers first in the
 * network. An address may not, nor a name without dots, nor what is set aside so that nobody can own it
 * (`.localhost`, `.internal`, `.test`, `.example`).
 */
const isLocalName = (name: string): boolean =>
  /^(\[[\da-f:.]+\]|\d+\.\d+\.\d+\.\d+|[^.]+|.*\.(localhost|internal|test|example))$/i.test(name)
