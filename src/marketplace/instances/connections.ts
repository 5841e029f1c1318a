import type { Draw } from '../../kernel/invention.ts'
import type { Rule } from '../../kernel/rule.ts'
import { needsShell } from '../../kernel/split-shell-words.ts'
import type { Sim } from '../sim.ts'
import { isVariable, parseEnv, readEnv } from '../templates/env-flags.ts'
import { givesSsh } from '../templates/present.ts'
import { listRules } from './list-rules.ts'
import type { Instance } from './schema.ts'
import type { InstanceRow } from './rows.ts'

type Ports = NonNullable<Instance['ports']>

/** The fields of a listing that come from an env string. */
interface Flags {
  readonly extra_env: Instance['extra_env']
  readonly ports: Ports
  /** The rules by which env was read. */
  readonly rules: readonly Rule[]
}

export function flagsOf(env = ''): Flags {
  const extra_env: [string, string][] = []
  const ports: Ports = {}
  const entries = parseEnv(env)
  for (const entry of entries) {
    if (isVariable(entry)) {
      extra_env.push([entry.name, entry.value])
    } else {
      extra_env.push([`-p ${entry.text}`, '1'])
      const bindings = (ports[`${entry.containerPort}/${entry.protocol}`] ??= [])
      bindings.push({ HostIp: '0.0.0.0', HostPort: entry.hostPort })
    }
  }
  const written = readEnv(env)
  return {
    extra_env,
    ports,
    rules: [
      ...(needsShell(env) ? [listRules.shellWords] : []),
      ...(written.unread.length > 0 ? [listRules.envWordsUnread] : []),
      ...(written.entries.length > entries.length ? [listRules.envNamedTwice] : []),
      ...(Object.keys(ports).length > 0 ? [listRules.ports] : []),
    ],
  }
}

/** The image_runtype of an instance: its runtype, or the ways to connect to it, such as `ssh_direc ssh_proxy`. */
export function connectionModes(row: InstanceRow): string {
  const { runtype = 'args', ssh_direct, jup_direct } = row
  const [launch = runtype, way] = runtype.split('_')
  const isDirect = (mode: string, flag = false) => (launch === mode && way !== undefined ? way === 'direct' : flag)
  const ssh = isDirect('ssh', ssh_direct) ? ['ssh_direc', 'ssh_proxy'] : ['ssh_proxy']
  if (launch === 'ssh') return way === undefined && ssh_direct !== true ? 'ssh' : ssh.join(' ')
  if (launch === 'args') return ['args', ...(givesSsh(row) ? ssh : [])].join(' ')
  const isJupyterDirect = isDirect('jupyter', jup_direct)
  if (!isJupyterDirect && !givesSsh(row)) return runtype
  return [isJupyterDirect ? 'jupyter_direc' : 'jupyter_proxy', ...(givesSsh(row) ? ssh : [])].join(' ')
}

/** A range of ports of the host, both ends included. */
interface PortRange {
  readonly direct_port_start: number
  readonly direct_port_end: number
}

/** What the service shows as the start of a range where there is none. */
const NO_PORT = 65_535

/** Whether there is a range of ports that can be reached directly. */
const hasRange = ({ direct_port_start: start, direct_port_end: end }: PortRange): boolean =>
  start > 0 && start < NO_PORT && start <= end

/**
 * Ports on such of the host as it chose, whatever env asks for, on IPv4 and IPv6: those behind the ports of the launch.
 * @param otherwise the first port where the machine has no range
 */
export function assignedPorts(opened: Ports, mapped: Ports, range: PortRange, otherwise: number): Ports {
  let next = hasRange(range) ? range.direct_port_start + Object.keys(opened).length : otherwise
  const assigned = Object.entries(mapped).map(
    ([port, bindings]) => [port, bindings.flatMap(() => onBoth(next++))] as const,
  )
  const launched = Object.entries(opened).map(
    ([port, bindings]) => [port, bindings.flatMap(({ HostPort }) => onBoth(Number(HostPort)))] as const,
  )
  return Object.fromEntries([...launched, ...assigned])
}

const onBoth = (port: number) => ['0.0.0.0', '::'].map((HostIp) => ({ HostIp, HostPort: String(port) }))

function portsOfRuntype(row: InstanceRow): readonly string[] {
  const isJupyter = row.runtype?.startsWith('jupyter') === true
  return [...(isJupyter ? ['8080/tcp'] : []), ...(isJupyter || givesSsh(row) ? ['22/tcp'] : [])]
}

/** Ports of one instance that the public service opens (vendor documentation, 2026). */
const MAX_OPEN_PORTS = 64

/** Hints at more ports than the public service opens, those for SSH and Jupyter included. */
export function hintAtManyPorts({ trace, rules }: Pick<Sim, 'trace' | 'rules'>, row: InstanceRow): void {
  if (rules.dialect !== 'observed') return
  const { size } = new Set([...portsOfRuntype(row), ...Object.keys(flagsOf(row.env).ports)])
  if (size > MAX_OPEN_PORTS)
    trace.addHint(`env: with it ${size} ports are open; the public service opens at most ${MAX_OPEN_PORTS}`)
}

/** The ports that the runtype opens, unless env maps them; they take the first ports of the range. */
export function launchPorts(row: InstanceRow, { direct_port_start, direct_port_end }: PortRange, mapped: Ports): Ports {
  const free = portsOfRuntype(row).filter((port) => mapped[port] === undefined)
  return Object.fromEntries(
    free
      .map((port, index) => ({ port, hostPort: direct_port_start + index }))
      .filter(({ hostPort }) => hostPort > 0 && hostPort < NO_PORT && hostPort <= direct_port_end)
      .map(({ port, hostPort }) => [port, [{ HostIp: '0.0.0.0', HostPort: String(hostPort) }]]),
  )
}

/** The ports that can be reached directly: as many as the machine has, unless the row pins otherwise. */
export function portRange(draw: Draw, row: InstanceRow, invented: number) {
  const { direct_port_start: start, direct_port_end: end, direct_port_count: pinned } = row
  const isWhole = start !== undefined && end !== undefined
  const direct_port_count = pinned ?? (isWhole ? end - start + 1 : invented)
  const direct_port_start =
    start ??
    (end === undefined
      ? draw('direct_port_start', (f) => f.number.int({ min: 50_000, max: 55_000 }))
      : end - direct_port_count + 1)
  return { direct_port_count, direct_port_start, direct_port_end: end ?? direct_port_start + direct_port_count - 1 }
}
