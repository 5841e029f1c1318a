import type { Command } from 'commander'
import type { CommandIo } from './io.ts'
import { IoCommand } from './io-command.ts'
import { errorMessage } from '../kernel/error-message.ts'
import { fieldOf } from '../kernel/object.ts'
import { httpGet } from '../node/client/http-get.ts'
import { shownUrl } from '../node/client/shown-url.ts'
import { urlOption } from './options.ts'

const TIMEOUT_MS = 2000

/** `rental-sim health`: whether a simulator answers, for the health check of a container. */
export function healthCommand(io: CommandIo): Command {
  return new IoCommand('health', io)
    .description('Exits 0 when a simulator answers, else 1.')
    .addOption(urlOption(io))
    .action(async ({ url }: { url: string }, command: Command) => {
      if (!/^https?:\/\//.test(url) || !URL.canParse(url)) command.error(`error: ${shownUrl(url)} is no http:// URL`)
      const complaint = await problemAt(new URL(`${url.replace(/\/$/, '')}/_sim/health`))
      if (complaint === undefined) return
      io.stderr.write(`rental-sim: ${complaint}\n`)
      io.exitCode = 1
    })
}

/** What keeps a simulator from being called healthy. */
export async function problemAt(target: URL): Promise<string | undefined> {
  try {
    const { status, text } = await httpGet(target, { timeoutMs: TIMEOUT_MS })
    if (status !== 200) return `${shownUrl(target.href)} answered ${status}`
    return isOk(text) ? undefined : `what answers at ${shownUrl(target.href)} is no rental-sim`
  } catch (error) {
    return `no simulator answers at ${shownUrl(target.href)}: ${errorMessage(error)}`
  }
}

function isOk(text: string): boolean {
  try {
    return fieldOf(JSON.parse(text), 'status') === 'ok'
  } catch {
    return false
  }
}
