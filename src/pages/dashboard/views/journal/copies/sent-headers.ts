import { MASK } from '../../../../../kernel/secret.ts'
import type { ShownExchange } from '../../../../../testing/journal/present-exchange.ts'

/** Headers that clients send by themselves, and those that only a browser sends. */
const LEFT_OUT =
  /^(host|connection|content-length|user-agent|accept|accept-encoding|accept-language|origin|referer|cookie|x-sim-sandbox|sec-.*|traceparent)$/

/** The headers that a copy of a request names, besides that of the key. */
export const sentHeaders = ({ request }: ShownExchange): readonly (readonly [name: string, value: string])[] =>
  Object.entries(request.headers).filter(([name, value]) => !LEFT_OUT.test(name) && value !== MASK)

/** The URL that was asked. @param base where the sandbox is */
export const urlOf = ({ request: { path, query } }: ShownExchange, base: string): string =>
  `${base}${path}${query === '' ? '' : `?${query}`}`
