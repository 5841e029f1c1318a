import { z } from 'zod'
import { instantMs, isoInstant, MAX_UNIX_SECONDS } from '../../kernel/clock.ts'
import { isObject } from '../../kernel/object.ts'
import { progressionSchema } from '../../kernel/progression.ts'
import { keyDigest, MASK, SEALED } from '../../kernel/secret.ts'
import { seedText } from '../../kernel/names.ts'
import { json, namedValues, strictObject } from '../../kernel/wire.ts'
import { dialects } from '../../kernel/rules-in-force.ts'
import { operationId } from '../../marketplace/operation-id.ts'
import { ruleChoices } from '../../marketplace/rule-choices.ts'
import type { Exchange } from './exchange.ts'
import { rowChange } from './exchange.ts'
import { presentFault, presentStub, type ShownFault, type ShownStub } from '../faults/present.ts'
import type { Fixture } from '../fixtures/document.ts'
import { fingerprint } from './match.ts'
import { redactBody, withoutSecrets as masked } from './redact.ts'
import { withoutParams } from '../scenarios/params.ts'
import type { ActiveScenario } from '../scenarios/read.ts'

const response = strictObject({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() })

const instant = z.iso
  .datetime({ offset: true, error: 'is not an instant like 2026-01-01T00:00:00Z' })
  .refine((text) => instantMs(text) <= MAX_UNIX_SECONDS * 1000, 'is beyond the year 9999')

/** Everything that is needed to tell a sandbox's story again, without secrets. */
export const bundleSchema = strictObject({
  version: z.string(),
  seed: seedText,
  clock: instant.describe('When the world began.'),
  fixture: namedValues(json),
  scenario: namedValues(json).nullable(),
  rate_limit: strictObject({ enabled: z.boolean(), thresholds: z.record(operationId, z.number().min(0)) }),
  progression: progressionSchema,
  dialect: z.enum(dialects).default('documented'),
  rules: ruleChoices.default({}).describe('What was chosen at single rules.'),
  steered: z.array(z.string()).describe('Control calls that changed the world besides; a replay does not make them.'),
  exchanges: z.array(
    strictObject({
      id: z.int(),
      at: instant,
      ended: instant,
      method: z.string(),
      target: z.string().describe('Path and query.'),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      response,
      changes: z.array(rowChange).describe('The rows that it changed. A replay does not look at them.'),
    }),
  ),
}).superRefine(checkTimes)
export type Bundle = z.output<typeof bundleSchema>

interface Timed {
  readonly clock: string
  readonly exchanges: readonly { readonly id: number; readonly at: string; readonly ended: string }[]
}

/** A clock only moves forward, so no exchange may begin before the one before it, or end before it began. */
function checkTimes({ clock, exchanges }: Timed, context: z.RefinementCtx): void {
  let latest = { name: 'the start of the world', at: clock }
  const inOrder = [...exchanges.entries()].toSorted(([, a], [, b]) => a.id - b.id)
  for (const [index, { id, at, ended }] of inOrder) {
    if (instantMs(at) < instantMs(latest.at))
      context.addIssue({
        code: 'custom',
        path: ['exchanges', index, 'at'],
        message: `is before ${latest.name}, ${latest.at}: the clock only moves forward`,
      })
    if (instantMs(ended) < instantMs(at))
      context.addIssue({ code: 'custom', path: ['exchanges', index, 'ended'], message: `is before it began, ${at}` })
    latest = { name: `exchange ${id}`, at }
  }
}

/** The key that stands for one of which only the digest is known. */
const standIn = (digest: string): string => `replay-${fingerprint(digest)}`

/** A fixture with stand-ins for its keys. */
export const withStandIns = ({ users, ...rest }: Fixture) => ({
  ...rest,
  users: users.map(({ api_keys, ...user }) => ({
    ...user,
    api_keys: api_keys.map(({ key_sha256, ...key }) => ({ ...key, key: standIn(key_sha256) })),
  })),
})

const looseScenario = z.record(z.string(), z.json())

/** A scenario with stand-ins for keys, without secrets, and without what the bundle says elsewhere; nothing in it is a parameter any more. */
export function scenarioWithStandIns({ written, document: { faults, stubs } }: ActiveScenario): object {
  const { fixture: _fixture, clock: _clock, params: _params, timeline, ...rest } = looseScenario.parse(written)
  return looseScenario.parse(
    withoutParams({
      ...rest,
      ...(faults.length > 0 && { faults: faults.map((fault) => withKeyStandIn(presentFault(fault, 0, 0))) }),
      ...(stubs.length > 0 && { stubs: stubs.map((stub) => withKeyStandIn(presentStub(stub, 0))) }),
      ...(timeline !== undefined && { timeline: withoutSecrets(timeline) }),
    }),
  )
}

/** A fault or a stub as it is shown, which has masks where the journal has them, with a key that stands for that of its match. */
function withKeyStandIn({
  match,
  matched: _matched,
  fired: _fired,
  ...shown
}: ShownFault | (ShownStub & { fired?: 0 })) {
  const { api_key, ...criteria } = match
  const withoutKey = masked(criteria)
  const standIn = api_key !== undefined && { api_key: `replay-${api_key}` }
  return { ...shown, match: { ...(isObject(withoutKey) && withoutKey), ...standIn } }
}

const keyForms = z.object({ key: z.string() }).or(z.object({ key_sha256: z.string() }))

/** Keys stand in `api_keys`; a registry password is sealed as in a state; other secrets are masked. */
const withoutSecrets = (part: unknown): unknown =>
  JSON.parse(
    JSON.stringify(part, (name, value: unknown) => {
      if (name === 'api_keys' && Array.isArray(value)) return value.map(withStandIn)
      if (name === 'docker_login_pass' && typeof value === 'string') return SEALED
      if (name === 'jupyter_token' && typeof value === 'string') return MASK
      return value
    }),
  )

function withStandIn(entry: unknown): unknown {
  const { success, data } = keyForms.safeParse(entry)
  if (!success || typeof entry !== 'object' || entry === null) return entry
  const permissions = 'permissions' in entry ? { permissions: entry.permissions } : {}
  return { key: standIn('key' in data ? keyDigest(data.key) : data.key_sha256), ...permissions }
}

const HOP = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'expect', 'x-sim-sandbox', 'x-sim-world'])

/** Without what belongs to one connection, or to another server. */
const endToEnd = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.has(name)))

type BundledExchange = Omit<Bundle['exchanges'][number], 'changes'> & Pick<Exchange, 'changes'>

/** An exchange as a bundle tells it. */
export function bundled(exchange: Exchange): BundledExchange {
  const { keyDigest: digest, requestHeaders, query } = exchange
  return {
    id: exchange.id,
    at: isoInstant(exchange.startedMs),
    ended: isoInstant(exchange.endedMs),
    method: exchange.method,
    target: query === '' ? exchange.path : `${exchange.path}?${query}`,
    headers: { ...endToEnd(requestHeaders), ...(digest !== null && { authorization: `Bearer ${standIn(digest)}` }) },
    body: exchange.requestBody,
    response: { status: exchange.status, headers: exchange.responseHeaders, body: redactBody(exchange.responseBody) },
    changes: exchange.changes,
  }
}
