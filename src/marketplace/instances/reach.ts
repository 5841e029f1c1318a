import { z } from 'zod'
import { type Endpoint, endpoint } from '../../kernel/web-address.ts'
import type { InstanceRow } from './rows.ts'
import { type Instance, portBindings } from './schema.ts'

/** Where the ports of a machine lead, in place of invented addresses. */
export const reachFields = {
  ssh: endpoint.optional().describe('Where ssh_host, ssh_port and `22/tcp` lead; invented when absent.'),
  ports: z
    .record(z.string().regex(/^\d{1,5}\/(tcp|udp)$/), z.union([endpoint, portBindings]))
    .optional()
    .describe(
      'Where ports of the container lead, by `<port>/<protocol>`: `{host, port}` for one that is open, or its bindings as a capture has them.',
    ),
}

type Reached = Partial<Pick<Instance, 'ssh_host' | 'ssh_port' | 'public_ipaddr' | 'ports'>>

/**
 * The addresses at which an instance is reached, where its row or the start of the simulator names some.
 * @param shown the ports that are open; null or empty while it does not run
 * @param sshTo where SSH to any instance leads
 */
export function reachedAt(
  { ssh: own, ports: led = {}, public_ipaddr }: InstanceRow,
  { ports: shown, actual_status }: Pick<Instance, 'ports' | 'actual_status'>,
  sshTo: Endpoint | undefined,
): Reached {
  const ssh = own ?? sshTo
  const ends = Object.entries(led).flatMap(([port, to]) => ('host' in to ? [[port, to] as const] : []))
  const [, first] = ends[0] ?? []
  const host = (ssh ?? first)?.host
  const addresses: Reached = {
    ...(ssh !== undefined && { ssh_host: ssh.host, ssh_port: ssh.port }),
    ...(host !== undefined && { public_ipaddr: public_ipaddr ?? host }),
  }
  if (shown === null || actual_status !== 'running') return addresses
  const bindings = Object.entries(led).flatMap(([port, to]) => ('host' in to ? [] : [[port, to] as const]))
  const opened = [...(ssh === undefined ? [] : [['22/tcp', ssh] as const]), ...ends].filter(([port]) => port in shown)
  const bound = opened.map(([port, to]) => [port, [{ HostIp: to.host, HostPort: String(to.port) }]] as const)
  return { ...addresses, ports: { ...shown, ...Object.fromEntries([...bindings, ...bound]) } }
}
