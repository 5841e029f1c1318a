/** Thrown when no simulator answers, or it does not answer as one. */
export class NoSimulatorError extends Error {}

/** A sandbox of a running simulator. */
export interface Remote {
  readonly url: string
  readonly sandbox: string
  readonly token?: string
}

/** Makes a GET call of the control API. */
export async function controlCall({ url, sandbox, token }: Remote, call: string): Promise<unknown> {
  const target = `${url.replace(/\/$/, '')}/~${sandbox}/_sim/${call}`
  const headers = { ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
  const response = await fetch(target, { headers }).catch((error: unknown) => {
    throw new NoSimulatorError(
      `no simulator answers at ${url}: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  if (!response.ok) throw new NoSimulatorError(`${target} answered ${response.status}: ${await response.text()}`)
  return response.json().catch(() => undefined)
}
