import type { Context } from 'hono'
import { nearest } from '../kernel/nearest.ts'
import type { Operation } from '../kernel/operation.ts'
import { type Refusal, refuse } from '../kernel/refusal.ts'
import { operations } from '../marketplace/routes.ts'
import { routing } from '../marketplace/operation/rules.ts'
import type { Env } from './env.ts'
import { responseOf } from './deliver.ts'
import { OpenExchange } from './open-exchange.ts'
import { incomingRequest } from './incoming.ts'

const declared = new Set(Object.values(routing))

const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

const operationsAt = (path: string): readonly Operation[] =>
  patterns.filter(({ pattern }) => pattern.test(path)).map(({ operation }) => operation)

/**
 * A request that no operation takes: an unknown path, or a known one under another method.
 * @param hintAtRoot what whoever asks for `/` may have looked for
 */
export function unmatched(c: Context<Env>, hintAtRoot?: string): Response {
  const exchange = new OpenExchange(incomingRequest(c.req.raw, c.req.path), undefined, declared, c.env)
  const { path } = exchange.incoming
  const allow = operationsAt(path).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const reply = exchange.refusal(
    why(c.req.method, path, hintAtRoot),
    allow.length > 0 ? { allow: allow.join(', ') } : {},
  )
  exchange.close(reply, null)
  return responseOf(reply)
}

function why(method: string, path: string, hintAtRoot: string | undefined): Refusal {
  const here = operationsAt(path)
  if (here.length > 0) {
    const known = here.map((operation) => `${operation.method} ${operation.path} (${operation.id})`).join(', ')
    return refuse(routing.wrongMethod, `${method} ${path} is not part of the interface`, `this path takes ${known}`)
  }
  const rule = /^\/api\/v(?!0\/)\d+\//.test(path) ? routing.otherVersion : routing.unknownPath
  return refuse(rule, `there is no ${path}`, path === '/' ? hintAtRoot : hintFor(path))
}

function hintFor(path: string): string | undefined {
  const [slashed] = operationsAt(`${path}/`)
  if (slashed !== undefined) return `a trailing slash is missing: ${path}/ (${slashed.id})`
  const [closest] = nearest(path, new Set(operations.map((operation) => operation.path)))
  return closest === undefined ? undefined : `the nearest operation is at ${closest}`
}
