import type { Exchange } from './exchange.ts'
import { operationFor } from './operations.ts'
import { readCaptures } from './read-captures.ts'
import { fieldOf } from '../kernel/object.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { maskedBody } from '../testing/journal/redact.ts'

interface WrittenStub {
  readonly name: string
  readonly match: { readonly method: string; readonly path: string }
  readonly answer: { readonly status?: number; readonly body?: unknown }
}

interface Stubs {
  /** Undefined where the simulator serves every request. */
  readonly scenario: string | undefined
  /** Why a capture could not be read, a sentence for each. */
  readonly notRead: readonly string[]
}

/**
 * Writes a scenario with a stub for each kind of request in captures that no operation takes.
 * @throws UsageError where no capture can be read
 */
export function stubCaptures(captures: readonly string[]): Stubs {
  const stubs = new Map<string, WrittenStub>()
  const read = [...readCaptures(captures)]
  const notRead = read.flatMap((file) => ('notRead' in file ? [file.notRead] : []))
  if (notRead.length === read.length) throw new UsageError(notRead.join('\n'))
  for (const file of read) {
    const exchanges = 'notRead' in file ? [] : file.capture.exchanges
    for (const { match, answer } of exchanges.filter(isUnserved).map(stubOf)) {
      const kind = `${match.method} ${match.path}`
      const name = stubs.get(kind)?.name ?? freeName(kind, new Set([...stubs.values()].map((stub) => stub.name)))
      stubs.set(kind, { name, match, answer })
    }
  }
  return { scenario: stubs.size === 0 ? undefined : scenarioOf([...stubs.values()]), notRead }
}

const scenarioOf = (stubs: readonly WrittenStub[]): string =>
  `# What the simulator does not have, answered as it was captured, or with success. Start it with --scenario stubs.
name: stubs
description: Answers to requests that no operation of the simulator takes.
stubs:
${stubs.map((stub) => `  - ${JSON.stringify(stub)}`).join('\n')}
`

/** So many letters a stub's name may have. */
const NAME_LETTERS = 64

/** A name for a kind of request that no other stub has: a later one of the same letters gets a number. */
function freeName(kind: string, taken: ReadonlySet<string>): string {
  const letters = kind
    .replaceAll('*', 'one')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
  for (let at = 1; ; at++) {
    const end = at === 1 ? '' : `-${at}`
    const name = letters.slice(0, NAME_LETTERS - end.length) + end
    if (!taken.has(name)) return name
  }
}

/** Whether the simulator itself found no operation, or has none for what another service answered. */
function isUnserved({ method, path, body }: Exchange): boolean {
  if (isOwnRefusal(body)) return true
  return path.startsWith('/api/') && operationFor({ method, path }) === undefined
}

const isOwnRefusal = (body: unknown): boolean =>
  ['no_such_endpoint', 'method_not_allowed'].includes(String(fieldOf(body, 'error')))

/** What stands for one of many: a number, or a digest. */
const ONE_OF_MANY = /^(\d+|[\da-f]{16,})$/i

function stubOf({ method, path, status, body }: Exchange): Pick<WrittenStub, 'match' | 'answer'> {
  const glob = path
    .split('/')
    .map((segment) => (ONE_OF_MANY.test(segment) ? '*' : segment))
    .join('/')
  const answer = isOwnRefusal(body)
    ? { body: { success: true } }
    : { status, ...(body !== undefined && { body: literal(body) }) }
  return { match: { method, path: glob }, answer }
}

/** A body without secrets, which is answered as it stands: nothing of the request is filled into it. */
const literal = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(maskedBody(body)).replaceAll('$request{', '$$$$request{'))
