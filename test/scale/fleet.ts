import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Started, startProcess } from '../support/process.ts'
import { answering, freePort } from '../support/spawn-cli.ts'

const MEMBERS = [4011, 4012, 4013]
const SHIPPED = readFileSync('deploy/nginx.conf', 'utf8')

/** A simulator of the shipped command. */
export interface Member extends Started {
  readonly port: number
}

export async function startMember(port: number): Promise<Member> {
  const args = ['dist/cli.cjs', '--port', String(port), '--log', 'json', '--clock', 'frozen', '--seed', 'scale']
  const started = startProcess(process.execPath, args, { env: { PATH: process.env['PATH'] } })
  await started.until(/"event":"listening"/)
  return { ...started, port }
}

/** The shipped nginx.conf, with other ports and a pid file of its own. */
function configFor(listen: number, members: readonly number[], folder: string): string {
  const ports = new Map([4010, ...MEMBERS].map((port, at) => [`127.0.0.1:${port}`, [listen, ...members][at]]))
  const ported = SHIPPED.replaceAll(/127\.0\.0\.1:\d+/g, (address) => `127.0.0.1:${ports.get(address)}`)
  return ported.replace('/tmp/rental-sim-nginx.pid', join(folder, 'nginx.pid'))
}

/** Starts nginx before simulators, by the shipped file. */
export async function startNginx(
  members: readonly number[],
): Promise<{ readonly nginx: Started; readonly port: number }> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-scale-'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configFor(port, members, folder))
  const nginx = startProcess('nginx', ['-e', 'stderr', '-p', folder, '-c', file], {
    env: { PATH: process.env['PATH'] },
  })
  void nginx.ended.finally(() => rmSync(folder, { recursive: true, force: true }))
  await answering(nginx, port)
  return { nginx, port }
}

/** Ends a process and waits until it is gone. nginx ends its workers on SIGTERM. */
export async function end({ child, ended }: Started, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  child.kill(signal)
  await ended
}
