import { writeFileSync } from 'node:fs'
import { commandEnvironment } from '../cli/exec.ts'
import type { CommandIo } from '../cli/io.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { runCommand } from '../node/processes/run-command.ts'
import { readCapture } from './exchange.ts'
import { type Entry, entryOf, KeptCapture } from './kept-capture.ts'
import { openProxy } from '../node/proxy.ts'
import type { DriftRun } from './run.ts'

interface Watched {
  readonly command: readonly string[]
  readonly service: URL
  readonly keep: string | undefined
}

/**
 * Runs a command with a proxy before a service, at the address and with the key that `exec` would give it, and judges each
 * exchange that goes through.
 * @returns the exit code of the command
 */
export async function watchCommand(
  { command, service, keep }: Watched,
  session: DriftRun,
  io: CommandIo,
): Promise<number> {
  const kept = new KeptCapture()
  const entries: Entry[] = []
  const broken = new Map<string, number>()
  const onBroken = (reason: string): void => void broken.set(reason, (broken.get(reason) ?? 0) + 1)
  const proxy = await openProxy(service, {
    onBroken,
    onForwarded: (forwarded) => {
      const entry = entryOf(service, forwarded)
      if (keep !== undefined) kept.add(entry)
      if (forwarded.responseText === undefined) onBroken('its body is too long, or its encoding is not known')
      else entries.push(entry)
    },
  })
  io.stderr.write(`rental-sim: ${proxy.url} forwards to ${service.origin}\n`)
  try {
    const key = io.env['RENTAL_API_KEY'] ?? io.env['RENTAL_SIM_API_KEY']
    if (key === undefined)
      io.stderr.write('rental-sim: RENTAL_API_KEY is not set, so the command gets no key of the service\n')
    const env = { ...commandEnvironment(io.env, proxy.url, [], {}), RENTAL_SIM_API_KEY: key }
    return await runCommand(command, env, io)
  } finally {
    await proxy.close()
    // Before they are judged, which may take minutes.
    if (keep !== undefined) writeFileSync(keep, kept.text())
    if (kept.leftOut > 0) io.stderr.write(`rental-sim: ${kept.leftOut} exchanges are not kept: the file is full\n`)
    await session.take(readCapture({ log: { entries } }), '', [entries])
    for (const [reason, times] of broken)
      io.stderr.write(`rental-sim: ${times} exchanges are not judged: ${session.hide(reason)}\n`)
  }
}

/** @throws UsageError for what is no address of a service, or has a key in it */
export function serviceAt(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search !== '')
    throw new UsageError('--url is the address of a service, http or https, without a key in it')
  return url
}
