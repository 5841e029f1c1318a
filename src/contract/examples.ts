import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { operationsUnder } from '../marketplace/routes.ts'
import { asRequest, type Call, callsTo, powerlessKey } from './example-calls.ts'

type ExampleRequest = Pick<Call, 'params' | 'query' | 'body' | 'key'>

/** Requests and answers to show for each operation. */
export interface Examples {
  request(operation: string): ExampleRequest | undefined
  response(operation: string, status: number): unknown
}

/**
 * A world to make examples in: the default fixture, a user without permissions, a threshold for every operation,
 * a frozen clock.
 */
export interface ExampleWorld {
  readonly fetch: (request: Request) => Promise<Response>
  readonly passMinute: () => Promise<unknown>
}

/** A user without permissions, to add to the default fixture. */
export const powerless = {
  users: [{ id: 1003, name: 'powerless', api_keys: [{ key: powerlessKey, permissions: [] }] }],
}

/** Thresholds in seconds for the operations without a documented one. */
export const thresholdsUnder = (inForce: RulesInForce): Readonly<Record<string, number>> =>
  Object.fromEntries(
    operationsUnder(inForce)
      .filter(({ limit }) => limit === undefined)
      .map(({ id }) => [id, 3]),
  )

/** Makes the calls and keeps what came back. */
export async function collectExamples({ fetch, passMinute }: ExampleWorld, inForce: RulesInForce): Promise<Examples> {
  const operations = operationsUnder(inForce)
  const served = new Set(operations.map(({ id }) => id))
  const requests = new Map<string, ExampleRequest>()
  const responses = new Map<string, unknown>()
  for (const call of callsTo(operations).filter(({ operation }) => served.has(operation))) {
    if (call.soon !== true) await passMinute()
    const response = await fetch(asRequest(call, operations))
    const place = `${call.operation} ${response.status}`
    const answered = await response.text()
    const isText = response.headers.get('content-type')?.startsWith('text/') === true
    const body: unknown = isText ? answered : JSON.parse(answered, hideSecrets)
    if (response.status === 200 && !requests.has(call.operation)) requests.set(call.operation, call)
    if (!responses.has(place)) responses.set(place, body)
  }
  return {
    request: (operation) => requests.get(operation),
    response: (operation, status) => responses.get(`${operation} ${status}`),
  }
}

/** What an answer has that is a secret, as an example shows it. */
const SHOWN_SECRETS: Readonly<Record<string, string>> = {
  jupyter_token: '<JUPYTER_TOKEN>',
  instance_api_key: '<INSTANCE_API_KEY>',
}

const hideSecrets = (name: string, value: unknown): unknown =>
  Object.hasOwn(SHOWN_SECRETS, name) ? SHOWN_SECRETS[name] : isCreatedKey(name, value) ? '<API_KEY>' : value

const isCreatedKey = (name: string, value: unknown): boolean =>
  name === 'key' && typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
