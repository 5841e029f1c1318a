import { defineInvention, type Draw, type Invention } from '../../kernel/invention.ts'
import type { Rule } from '../../kernel/rule.ts'
import { needsShell } from '../../kernel/split-shell-words.ts'
import type { Sim } from '../sim.ts'
import { isVariable, parseEnv, readEnv } from '../templates/env-flags.ts'
import { givesSsh } from '../templates/present.ts'
import { offerFields } from './hardware.ts'
import type { Instance } from './schema.ts'
import type { InstanceRow } from './rows.ts'
import { catalogue } from '../catalogue.ts'

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
      ...(needsShell(env) ? [catalogue['templates.shell-words']] : []),
      ...(written.unread.length > 0 ? [catalogue['templates.env-words-unread']] : []),
      ...(written.entries.length > entries.length ? [catalogue['instances.create.env-named-twice']] : []),
      ...(Object.keys(ports).length > 0 ? [catalogue['instances.list.ports']] : []),
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
  if (isDirect('jupyter', jup_direct)) return 'jupyter_direc ssh_direc ssh_proxy'
  return givesSsh(row) ? ['jupyter_proxy', ...ssh].join(' ') : runtype
}

/** A range of ports of the host, both ends included. */
interface PortRange {
  readonly direct_port_start: number
  readonly direct_port_end: number
}

/** What the service shows where there is no range. */
const NO_RANGE = { direct_port_start: 65_535, direct_port_end: -1 } as const

/** Whether there is a range of ports that can be reached directly. */
const hasRange = ({ direct_port_start: start, direct_port_end: end }: PortRange): boolean =>
  start > 0 && start < NO_RANGE.direct_port_start && start <= end

/**
 * Ports on such of the host as it chose, whatever env asks for, on IPv4 and IPv6: those behind the ports of the launch.
 * @param otherwise the first port where the machine has no range
 */
function assignedPorts(opened: Ports, mapped: Ports, range: PortRange, otherwise: number): Ports {
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

/** The ports of the container that are open: those of the launch, and those that env maps. */
interface OpenPorts {
  readonly range: PortRange & { readonly direct_port_count: number }
  readonly ports: Ports
  /** The same where the host chooses which of its ports they are bound to. */
  readonly assignedPorts: Ports
  /** Whether the launch opens some. */
  readonly isLaunchShown: boolean
  /** Whether env maps some. */
  readonly isEnvShown: boolean
}

/** @param isEvery whether every runtype opens its ports, not the direct ones alone */
const inventPorts = (isEvery: boolean): ((invention: Invention, row: InstanceRow) => OpenPorts) =>
  defineInvention('instances', (draw, row: InstanceRow, invention) => {
    const mapped = flagsOf(row.env).ports
    const launched = portsOfLaunch(row, isEvery).filter((port) => mapped[port] === undefined)
    const count = offerFields.reader(invention, 'direct_port_count')({ ...row, id: row.offer_id })
    const range = portRange(draw, row, count, launched.length > 0 || Object.keys(mapped).length > 0)
    const opened = hasRange(range) ? bindFirst(launched, range) : {}
    const otherwise = draw('first_port', (f) => f.number.int({ min: 20_000, max: 60_000 }))
    return {
      range,
      ports: { ...opened, ...mapped },
      assignedPorts: assignedPorts(opened, mapped, range, otherwise),
      isLaunchShown: Object.keys(opened).length > 0,
      isEnvShown: Object.keys(mapped).length > 0,
    }
  })

const portsOfDirect = inventPorts(false)
const portsOfEvery = inventPorts(true)

/** The open ports of an instance, by the choice that is in force. */
export const openPortsOf = ({ rules, invention }: Pick<Sim, 'rules' | 'invention'>, row: InstanceRow): OpenPorts =>
  (rules.chosen(catalogue['instances.list.launch-ports']) === 'every-runtype' ? portsOfEvery : portsOfDirect)(
    invention,
    row,
  )

/** The ports that the runtype opens. */
function portsOfLaunch(row: InstanceRow, isEvery: boolean): readonly string[] {
  const modes = connectionModes(row).split(' ')
  const isJupyter = row.runtype?.startsWith('jupyter') === true
  const opensJupyter = isEvery ? isJupyter : modes.includes('jupyter_direc')
  const opensSsh = isEvery ? isJupyter || givesSsh(row) : modes.includes('ssh_direc')
  return [...(opensJupyter ? ['8080/tcp'] : []), ...(opensSsh ? ['22/tcp'] : [])]
}

/** Ports of one instance that the public service opens (vast-ai/docs, 2026). */
const MAX_OPEN_PORTS = 64

/** Hints at more ports than the public service opens, those for SSH and Jupyter included. */
export function hintAtManyPorts(
  { trace, rules, invention }: Pick<Sim, 'trace' | 'rules' | 'invention'>,
  row: InstanceRow,
) {
  if (rules.dialect !== 'observed') return
  const size = Object.keys(openPortsOf({ rules, invention }, row).ports).length
  if (size > MAX_OPEN_PORTS)
    trace.addHint(`env: with it ${size} ports are open; the public service opens at most ${MAX_OPEN_PORTS}`)
}

/** Binds ports of the container to the first ones of a range, as far as it goes. */
const bindFirst = (ports: readonly string[], { direct_port_start, direct_port_end }: PortRange): Ports =>
  Object.fromEntries(
    ports
      .map((port, index) => ({ port, hostPort: direct_port_start + index }))
      .filter(({ hostPort }) => hostPort <= direct_port_end)
      .map(({ port, hostPort }) => [port, [{ HostIp: '0.0.0.0', HostPort: String(hostPort) }]]),
  )

/** The ports that can be reached directly: as many as the machine has, unless the row pins otherwise or none is open. */
function portRange(draw: Draw, row: InstanceRow, invented: number, isOpen: boolean): OpenPorts['range'] {
  const { direct_port_start: start, direct_port_end: end, direct_port_count: pinned } = row
  const isWhole = start !== undefined && end !== undefined
  const direct_port_count = pinned ?? (isWhole ? end - start + 1 : invented)
  if (!isOpen && start === undefined && end === undefined) return { direct_port_count, ...NO_RANGE }
  const direct_port_start =
    start ??
    (end === undefined
      ? draw('direct_port_start', (f) => f.number.int({ min: 50_000, max: 55_000 }))
      : end - direct_port_count + 1)
  return { direct_port_count, direct_port_start, direct_port_end: end ?? direct_port_start + direct_port_count - 1 }
}
