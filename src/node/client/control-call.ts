import { fieldOf } from '../../kernel/object.ts'
import { parseJson } from '../../kernel/parse-json.ts'
import { z } from 'zod'
import { isSandboxName } from '../../sandbox/address.ts'
import { errorMessage } from '../../kernel/error-message.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import { UsageError } from '../../kernel/usage-error.ts'
import { httpRequest } from './http-request.ts'
import { withoutCredentials } from './without-credentials.ts'

/** Characters of an unexpected answer that an error quotes. */
const MAX_QUOTED = 1000

/** Thrown when nothing answers at a URL, or what answers is not a simulator. */
export class NoSimulatorError extends UsageError {}

/** A running simulator, and which of its sandboxes is meant. */
export interface Remote {
  readonly url: string
  /** Undefined when none is named; calls then go to `default`. */
  readonly sandbox?: string
  readonly token?: string
  readonly timeoutMs: number
}

/** Makes a GET call of the control API. */
export async function controlCall({ sandbox = 'default', ...remote }: Remote, call: string): Promise<unknown> {
  if (sandbox !== 'default') await checkSandbox(sandbox, remote)
  return get(remote, `/~${sandbox}/_sim/${call}`)
}

const sandboxList = z.object({ sandboxes: z.array(z.object({ name: z.string() })) })

const journal = z.object({ dropped: z.number(), requests: z.array(z.unknown()) })

/** Refuses the name of a sandbox that was never used, e.g. a misspelt one. Where all requests were refused it is not listed, but has recorded them. */
async function checkSandbox(sandbox: string, remote: Omit<Remote, 'sandbox'>): Promise<void> {
  const listed = sandboxList.safeParse(await get(remote, '/_sim/sandboxes'))
  const names = listed.success ? listed.data.sandboxes.map(({ name }) => name) : []
  if (names.includes(sandbox)) return
  if (!isSandboxName(sandbox) || !(await hasRecorded(sandbox, remote)))
    throw new NoSimulatorError(`there is no sandbox "${sandbox}"${didYouMean(sandbox, names)}`)
}

async function hasRecorded(sandbox: string, remote: Omit<Remote, 'sandbox'>): Promise<boolean> {
  const { data } = journal.safeParse(await get(remote, `/~${sandbox}/_sim/requests?limit=1`))
  return data !== undefined && data.dropped + data.requests.length > 0
}

async function get({ url, token, timeoutMs }: Omit<Remote, 'sandbox'>, path: string): Promise<unknown> {
  const target = `${url.replace(/\/$/, '')}${path}`
  if (!/^https?:\/\//.test(url) || !URL.canParse(target))
    throw new NoSimulatorError(`${withoutCredentials(url)} is not an http:// URL`)
  const headers = { ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
  const { status, text } = await httpRequest(new URL(target), { timeoutMs, headers }).catch((error: unknown) => {
    const isRefused = fieldOf(error, 'code') === 'ECONNREFUSED'
    const advice = isRefused ? '; start one with rental-sim serve, or name where it runs with --url' : ''
    throw new NoSimulatorError(`no simulator answers at ${withoutCredentials(url)}: ${errorMessage(error)}${advice}`)
  })
  if (status === 401)
    throw new NoSimulatorError(
      `${withoutCredentials(url)} wants a token: set RENTAL_SIM_CONTROL_TOKEN, or give --control-token`,
    )
  if (status < 200 || status > 299)
    throw new NoSimulatorError(
      `${withoutCredentials(target).replace('/~default/_sim/', '/_sim/')} answered ${status}: ${text.slice(0, MAX_QUOTED)}`,
    )
  return parseJson(text)
}
