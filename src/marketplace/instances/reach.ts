import { z } from 'zod'
import { type Endpoint, endpoint } from '../../kernel/web-address.ts'
import type { Instance } from './schema.ts'

/** Where the ports of a machine lead, in place of invented addresses. */
export const reachFields = {
  ssh: endpoint.optional().describe('Where ssh_host, ssh_port and `22/tcp` lead; invented when absent.'),
  ports: z
    .record(z.string(), endpoint)
    .refine(
      (ports) => Object.keys(ports).every((port) => /^\d{1,5}\/(tcp|udp)$/.test(port)),
      'has a name that is none like 80/tcp',
    )
    .optional()
    .describe('Where those ports of the container lead that are open, by `<port>/<protocol>`.'),
}

interface ReachableRow {
  readonly ssh?: Endpoint | undefined
  readonly ports?: Readonly<Record<string, Endpoint>> | undefined
  readonly public_ipaddr?: string | undefined
}

type ReachedAddresses = Partial<Pick<Instance, 'ssh_host' | 'ssh_port' | 'public_ipaddr' | 'ports'>>

/**
 * The addresses at which an instance is reached, where its row or the start of the simulator names some.
 * @param shown the ports that are open; null or empty while it does not run
 * @param sshTo where SSH to any instance leads
 */
export function addressesOf(
  { ssh: own, ports: led = {}, public_ipaddr }: ReachableRow,
  { ports: shown }: Pick<Instance, 'ports'>,
  sshTo: Endpoint | undefined,
): ReachedAddresses {
  const ssh = own ?? sshTo
  const host = (ssh ?? Object.values(led)[0])?.host
  const addresses: ReachedAddresses = {
    ...(ssh !== undefined && { ssh_host: ssh.host, ssh_port: ssh.port }),
    ...(host !== undefined && { public_ipaddr: public_ipaddr ?? host }),
  }
  if (shown === null || host === undefined) return addresses
  const ends = Object.entries({ ...(ssh !== undefined && { '22/tcp': ssh }), ...led })
  const bound = ends.flatMap(([port, to]) =>
    port in shown ? [{ port, binding: { HostIp: to.host, HostPort: String(to.port) } }] : [],
  )
  return {
    ...addresses,
    ports: { ...shown, ...Object.fromEntries(bound.map(({ port, binding }) => [port, [binding]])) },
  }
}
