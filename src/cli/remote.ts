import type { Command } from 'commander'
import type { Remote } from '../node/control-call.ts'
import { option, tokenOption, urlOption, wholeNumber } from './options.ts'

/** Which sandbox of which running simulator a command is about. */
export interface RemoteOptions {
  readonly url: string
  readonly sandbox: string
  readonly controlToken?: string
  readonly timeout: number
}

export const withRemoteOptions = (command: Command): Command =>
  command
    .addOption(urlOption())
    .addOption(option('--sandbox <name>', 'which sandbox').default('default'))
    .addOption(tokenOption('what its control calls must carry'))
    .addOption(
      option('--timeout <ms>', 'how long an answer may take').default(10_000).argParser(wholeNumber(1, 600_000)),
    )

export const remoteOf = ({ url, sandbox, controlToken, timeout }: RemoteOptions): Remote => ({
  url,
  sandbox,
  token: controlToken,
  timeoutMs: timeout,
})
