import { z } from 'zod'
import { strictObject } from './wire.ts'

/** Whether a text is an origin as browsers write it: `https://sim.company.com`. */
export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Whether a path can stand before all others: it is written into links. */
export const isBasePath = (path: string): boolean => path.length <= 200 && /^(\/(?!~)[\w.~-]+)+\/?$/.test(path)

/** An address that a client can connect to, such as that of a local SSH server. */
export const endpoint = strictObject(() => ({
  host: z.string().min(1).max(255).describe('A name or an address.'),
  port: z.int().min(1).max(65_535),
}))
export type Endpoint = Readonly<z.output<typeof endpoint>>

/** `127.0.0.1:2222`, `[::1]:22` or `localhost:22`; undefined for any other text. */
export function readEndpoint(text: string): Endpoint | undefined {
  const [, bracketed, name, port] = /^(?:\[([\da-f:]+)\]|([^\s:/]+)):(\d{1,5})$/i.exec(text) ?? []
  const result = endpoint.safeParse({ host: bracketed ?? name, port: Number(port) })
  return result.success ? result.data : undefined
}
