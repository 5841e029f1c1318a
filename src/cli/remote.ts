import type { Command } from 'commander'
import type { Io } from './io.ts'
import { UsageError } from '../kernel/usage-error.ts'
import type { Remote } from '../node/client/control-call.ts'
import { option, timeoutOption, tokenOption, withUrlOption } from './options.ts'

/** Which sandbox of which running simulator a command is about. */
export interface RemoteOptions {
  readonly url: string
  readonly sandbox?: string
  readonly controlToken?: string
  readonly timeout: number
}

/** @param unnamed what the command is about when no sandbox is named */
export const withRemoteOptions = (command: Command, io: Io, unnamed = 'default'): Command =>
  withUrlOption(command, io)
    .addOption(option('--sandbox <name>', `the sandbox; by default the one in the URL, else ${unnamed}`))
    .addOption(tokenOption('the bearer token of its control calls'))
    .addOption(timeoutOption(10_000))

/**
 * What a client of a sandbox has as its base URL, `http://host:4010/~test-17`, names that sandbox here too.
 * @throws UsageError when --sandbox names another one
 */
export function remoteOf({ url, sandbox, controlToken, timeout }: RemoteOptions): Remote {
  const [, base = url, named] = /^(.*)\/~([^/?#]+)\/?$/.exec(url) ?? []
  if (named !== undefined && sandbox !== undefined && named !== sandbox)
    throw new UsageError(`--url names the sandbox "${named}", --sandbox "${sandbox}"`)
  return { url: base, sandbox: sandbox ?? named, token: controlToken, timeoutMs: timeout }
}
