import { z } from 'zod'
import { didYouMean } from '../kernel/nearest.ts'
import { UsageError } from '../kernel/usage-error.ts'

/** Thrown when no simulator answers, or it does not answer as one. */
export class NoSimulatorError extends UsageError {}

/** A sandbox of a running simulator. */
export interface Remote {
  readonly url: string
  readonly sandbox: string
  readonly token?: string
}

/** Makes a GET call of the control API. */
export async function controlCall(remote: Remote, call: string): Promise<unknown> {
  if (remote.sandbox !== 'default') await checkSandbox(remote)
  return get(remote, `/~${remote.sandbox}/_sim/${call}`)
}

const sandboxList = z.object({ sandboxes: z.array(z.object({ name: z.string() })) })

/** Asking a sandbox anything would make it. */
async function checkSandbox({ sandbox, ...remote }: Remote): Promise<void> {
  const listed = sandboxList.safeParse(await get(remote, '/_sim/sandboxes'))
  const names = listed.success ? listed.data.sandboxes.map(({ name }) => name) : []
  if (!names.includes(sandbox))
    throw new NoSimulatorError(`there is no sandbox "${sandbox}"${didYouMean(sandbox, names)}`)
}

async function get({ url, token }: Omit<Remote, 'sandbox'>, path: string): Promise<unknown> {
  if (!/^https?:\/\//.test(url)) throw new NoSimulatorError(`${url} is no URL: it begins with http://`)
  const target = `${url.replace(/\/$/, '')}${path}`
  const headers = { ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
  const response = await fetch(target, { headers }).catch((error: unknown) => {
    throw new NoSimulatorError(
      `no simulator answers at ${url}: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  if (!response.ok) throw new NoSimulatorError(`${target} answered ${response.status}: ${await response.text()}`)
  return response.json().catch(() => undefined)
}
