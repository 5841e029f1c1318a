import type { Exchange } from '../../drift/exchange.ts'
import { operationFor } from '../../drift/published.ts'
import { readCaptures } from '../../drift/read-captures.ts'
import { fieldOf } from '../../kernel/object.ts'
import { maskedBody } from '../../testing/journal/redact.ts'

interface WrittenStub {
  readonly name: string
  readonly match: { readonly method: string; readonly path: string }
  readonly answer: { readonly status?: number; readonly body?: unknown }
}

/** A scenario with a stub for each kind of request in captures that no operation takes; undefined where all are served. */
export function stubScenario(captures: readonly string[]): string | undefined {
  const stubs = new Map<string, WrittenStub>()
  for (const file of readCaptures(captures)) {
    const exchanges = 'notRead' in file ? [] : file.capture.exchanges
    for (const stub of exchanges.filter(isUnserved).map(stubOf)) stubs.set(stub.name, stub)
  }
  if (stubs.size === 0) return undefined
  return `# What the simulator does not have, answered as it was captured, or with success. Start it with --scenario stubs.
name: stubs
description: Answers to requests that no operation of the simulator takes.
stubs:
${[...stubs.values()].map((stub) => `  - ${JSON.stringify(stub)}`).join('\n')}
`
}

/** Whether the simulator itself found no operation, or has none for what another service answered. */
function isUnserved({ method, path, body }: Exchange): boolean {
  if (isOwnRefusal(body)) return true
  return path.startsWith('/api/') && operationFor(method, path) === undefined
}

const isOwnRefusal = (body: unknown): boolean =>
  ['no_such_endpoint', 'method_not_allowed'].includes(String(fieldOf(body, 'error')))

/** What stands for one of many: a number, or a digest. */
const ONE_OF_MANY = /^(\d+|[\da-f]{16,})$/i

function stubOf({ method, path, status, body }: Exchange): WrittenStub {
  const glob = path
    .split('/')
    .map((segment) => (ONE_OF_MANY.test(segment) ? '*' : segment))
    .join('/')
  const answer = isOwnRefusal(body)
    ? { body: { success: true } }
    : { status, ...(body !== undefined && { body: literal(body) }) }
  return {
    name: `${method} ${glob}`
      .replaceAll('*', 'one')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/-$/, '')
      .slice(0, 64),
    match: { method, path: glob },
    answer,
  }
}

/** A body without secrets, which is answered as it stands: nothing of the request is filled into it. */
const literal = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(maskedBody(body)).replaceAll('$request{', '$$$$request{'))
