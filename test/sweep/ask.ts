import type { FlowRun } from '../../src/sweep.ts'

/** A client that is refused. */
export class RefusedError extends Error {}

/** One request with a timeout, which rejects whatever is not an answer with success. */
export async function ask(
  { fetch }: Pick<FlowRun, 'fetch'>,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`/api/v0${path}`, {
    method,
    headers: { authorization: 'Bearer renter-key', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(100),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new RefusedError(`refused with ${response.status}`)
  const answer: unknown = JSON.parse(text)
  if (typeof answer !== 'object' || answer === null || Reflect.get(answer, 'success') === false)
    throw new RefusedError(`refused: ${text.slice(0, 80)}`)
  return { ...answer }
}

/** The templates of that name. */
export async function named(run: FlowRun, name: string): Promise<readonly unknown[]> {
  const filters = encodeURIComponent(JSON.stringify({ name: { eq: name } }))
  const { templates } = await ask(run, 'GET', `/template/?select_filters=${filters}`)
  return Array.isArray(templates) ? templates : []
}

/** Sends it again, whatever went wrong. */
export const again = <Answer>(send: () => Promise<Answer>): Promise<Answer> => send().catch(send)
