import { disksOf, envText, keyOf } from '../model/market.ts'
import type { Step } from '../model/steps.ts'

/** A request to a simulator. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly key?: string
  readonly type?: string
}

/** A request with a JSON body. */
export const call = (method: string, path: string, body?: unknown, key?: string): Call => ({
  method,
  path,
  ...(body !== undefined && { body: JSON.stringify(body) }),
  ...(key !== undefined && { key }),
})

/** Stands for something that earlier responses of the session named: `Seen.fill` puts it in. */
const seen = (kind: 'hash' | 'template' | 'listing', which: number): string => `<${kind} ${which}>`

/** The request that an act of a random session makes. */
export function callOf({ user, sandbox, act }: Step): Call {
  const { method, path, body } = requestOf(user, act)
  return call(method, sandbox + path, body, keyOf(user))
}

const api = (method: string, path: string, body?: unknown) => ({ method, path: `/api/v0/${path}`, body })
const sim = (method: string, path: string, body?: unknown) => ({ method, path: `/_sim/${path}`, body })

const filtersOf = (
  filters: readonly { readonly field: string; readonly operator: string; readonly operand: unknown }[],
) => Object.fromEntries(filters.map(({ field, operator, operand }) => [field, { [operator]: operand }]))

const settingsOf = ({ env, ...rest }: { readonly env?: Parameters<typeof envText>[0] }): object => ({
  ...rest,
  ...(env && { env: envText(env) }),
})

function requestOf(
  user: number,
  act: Step['act'],
): { readonly method: string; readonly path: string; readonly body?: unknown } {
  switch (act.kind) {
    case 'list-disk': {
      const { own, ...body } = act.given
      return api('POST', 'network_volume/', own === undefined ? body : { ...body, disk_id: disksOf(user)[own] })
    }
    case 'unlist':
      return api('POST', 'network_volumes/unlist/', act.given.isMissing ? {} : { id: seen('listing', act.given.which) })
    case 'search-volumes': {
      const { filters, order, direction, limit } = act.given
      return api('POST', 'network_volumes/search/', {
        q: { ...filtersOf(filters), order: [[order, direction]], limit },
      })
    }
    case 'create-template':
      return api('POST', 'template/', settingsOf(act.given))
    case 'edit-template':
      return api('PUT', 'template/', {
        hash_id: act.given.isStale ? 'f'.repeat(32) : seen('hash', act.given.which),
        ...settingsOf(act.given.changes),
      })
    case 'delete-template':
      return api('DELETE', 'template/', {
        template_id: seen(act.given.byHash ? 'hash' : 'template', act.given.which),
      })
    case 'search-templates':
      return api('GET', `template/?select_filters=${encodeURIComponent(JSON.stringify(filtersOf(act.given.filters)))}`)
    case 'rent': {
      const { offer, which, template, image, volume_id, env = [], isEnvAnObject } = act.given
      const named = {
        hash: { template_hash_id: seen('hash', which) },
        unknown: { template_hash_id: 'f'.repeat(32) },
        id: { template_id: seen('template', which) },
        none: {},
      }[template]
      return api('PUT', `asks/${offer}/`, {
        ...named,
        image: image ?? (template === 'none' ? 'library/alpine' : undefined),
        env: isEnvAnObject ? Object.fromEntries(env) : envText(env),
        ...(volume_id !== undefined && { volume_info: { create_new: false, volume_id, mount_path: '/data' } }),
      })
    }
    case 'list-instances':
      return api('GET', 'instances/')
    case 'update-group': {
      const { group, ...body } = act.given
      return api('PUT', `endptjobs/${group}/`, body)
    }
    case 'list-connections':
      return api('GET', 'users/cloud_integrations/')
    case 'come-as-a-stranger':
      return act.given
    case 'advance':
      return sim('POST', 'clock/advance', act.given)
    case 'take-snapshot':
      return sim('POST', 'snapshots', act.given)
    case 'restore-snapshot':
      return sim('POST', `snapshots/${act.given.name}/restore`)
    case 'reset':
      return sim('POST', 'reset')
    default: {
      const { operation, isLost } = act.given
      const effect = isLost ? { reset: true, stream: 'after' } : { status: 503, body: { fault: operation } }
      return sim('POST', 'faults', { name: operation, match: { operation }, when: { times: 1 }, effect })
    }
  }
}
