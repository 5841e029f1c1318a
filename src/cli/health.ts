import type { Command } from 'commander'
import type { CommandIo } from './io.ts'
import { IoCommand } from './io-command.ts'
import { healthProblem } from '../node/client/health-problem.ts'
import { withoutCredentials } from '../node/client/without-credentials.ts'
import { withUrlOption } from './options.ts'

/** `rental-sim health`: whether a simulator answers, for the health check of a container. */
export function healthCommand(io: CommandIo): Command {
  const command = new IoCommand('health', io).description('Exits 0 when a simulator answers, else 1.')
  return withUrlOption(command, io).action(async ({ url }: { url: string }, command: Command) => {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url))
      command.error(`error: ${withoutCredentials(url)} is not an http:// URL`)
    const complaint = await healthProblem(new URL(`${url.replace(/\/$/, '')}/_sim/health`))
    if (complaint === undefined) return
    io.stderr.write(`rental-sim: ${complaint}\n`)
    io.exitCode = 1
  })
}
