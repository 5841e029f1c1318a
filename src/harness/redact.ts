import { MASK } from '../kernel/secret.ts'

const SECRET_NAME = /^(docker_login_pass|image_login|jupyter_token|api_key|authorization)$/i
const MAY_HOLD_SECRET = /docker.{0,6}login|image.{0,6}login|jupyter.{0,6}token|api.{0,6}key|authorization/i
const SECRET_MEMBER =
  /("(?:docker_login_pass|image_login|jupyter_token|api_key|authorization)"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi

/** A body as it may be shown: JSON with secrets masked; what does not parse is searched for them as text. */
export function redactBody(text: string): string {
  if (!MAY_HOLD_SECRET.test(text)) return text
  try {
    return JSON.stringify(
      JSON.parse(text, (name, value: unknown) =>
        SECRET_NAME.test(name) && value !== null && value !== '' ? MASK : value,
      ),
    )
  } catch {
    return text.replaceAll(SECRET_MEMBER, `$1"${MASK}"`)
  }
}

/** Header lines as they may be shown. */
export function redactHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, isSecretHeader(name) ? MASK : value]))
}

const isSecretHeader = (name: string): boolean =>
  name === 'authorization' || name === 'cookie' || name === 'proxy-authorization'

/** A query string as it may be shown. */
export function redactQuery(query: string): string {
  return query.replaceAll(/((?:^|[?&])(?:api_key|token)=)[^&]*/gi, `$1${MASK}`)
}

/** A text without a secret that was presented elsewhere in the same request. */
export const withoutSecret = (text: string, secret: string | undefined): string =>
  secret === undefined || !text.includes(secret) ? text : text.replaceAll(secret, MASK)
