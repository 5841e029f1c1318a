import { isVariable, parseEnv } from '../templates/env-flags.ts'
import type { Instance } from './schema.ts'
import type { InstanceRow } from './state.ts'

/** What an env string shows in a listing. */
export function connections(env: string | undefined): Pick<Instance, 'extra_env' | 'ports'> {
  const extra_env: [string, string][] = []
  const ports: Instance['ports'] = {}
  for (const entry of env === undefined ? [] : parseEnv(env)) {
    if (isVariable(entry)) {
      extra_env.push([entry.name, entry.value])
    } else {
      extra_env.push([`-p ${entry.text}`, '1'])
      const bindings = (ports[`${entry.containerPort}/${entry.protocol}`] ??= [])
      bindings.push({ HostIp: '0.0.0.0', HostPort: String(entry.hostPort) })
    }
  }
  return { extra_env, ports }
}

/** How one connects to an instance, as the service spells it. */
export function connectionModes({ runtype = 'args', ssh_direct, jup_direct }: InstanceRow): string {
  const [mode = runtype, way] = runtype.split('_')
  if (mode === 'args') return mode
  const isDirect = way === undefined ? (mode === 'ssh' ? ssh_direct : jup_direct) === true : way === 'direct'
  return isDirect ? `${mode} ${mode}_direc ${mode}_proxy` : `${mode} ${mode}_proxy`
}
