import type { components } from './src/openapi-fetch/marketplace.js'
import type * as hey from './src/hey-api/types.gen.js'
import type * as orval from './src/orval/marketplace.js'

type Schemas = components['schemas']

/** What the contract names as misuse, and null where it has none, does not compile with any client. */
export const misuse = {
  openapiFetch: [
    // @ts-expect-error: env is a string
    { env: { TZ: 'CET' } } satisfies Schemas['InstanceCreation'],
    // @ts-expect-error: a template is named by its hash_id
    { template_id: 9001 } satisfies Schemas['InstanceCreation'],
    // @ts-expect-error: null is not a label
    { label: null } satisfies Schemas['InstanceCreation'],
    // @ts-expect-error: env is a string
    { hash_id: 'x', env: { TZ: 'CET' } } satisfies Schemas['TemplateEdit'],
    { hash_id: 'x', jupyter_dir: null, volume_info: null } satisfies Schemas['TemplateEdit'],
  ],
  heyApi: [
    // @ts-expect-error: env is a string
    { env: { TZ: 'CET' } } satisfies hey.InstanceCreation,
    // @ts-expect-error: a template is named by its hash_id
    { template_id: 9001 } satisfies hey.InstanceCreation,
    // @ts-expect-error: null is not a label
    { label: null } satisfies hey.InstanceCreation,
    // @ts-expect-error: env is a string
    { hash_id: 'x', env: { TZ: 'CET' } } satisfies hey.TemplateEdit,
    { hash_id: 'x', jupyter_dir: null, volume_info: null } satisfies hey.TemplateEdit,
  ],
  orval: [
    // @ts-expect-error: env is a string
    { env: { TZ: 'CET' } } satisfies orval.InstanceCreation,
    // @ts-expect-error: a template is named by its hash_id
    { template_id: 9001 } satisfies orval.InstanceCreation,
    // @ts-expect-error: null is not a label
    { label: null } satisfies orval.InstanceCreation,
    // @ts-expect-error: env is a string
    { hash_id: 'x', env: { TZ: 'CET' } } satisfies orval.TemplateEdit,
    { hash_id: 'x', jupyter_dir: null, volume_info: null } satisfies orval.TemplateEdit,
  ],
}

/** A pair has two texts, no more and no less. */
export const pairs = {
  env: [['TZ', 'CET']] satisfies [string, string][] satisfies Schemas['Instance']['extra_env'],
  // @ts-expect-error: a pair has two elements
  short: [['TZ']] satisfies Schemas['Instance']['extra_env'],
  order: [['storage_cost', 'asc']] satisfies Schemas['NetworkVolumeQuery']['order'],
  // @ts-expect-error: a direction is asc or desc
  turned: [['storage_cost', 'up']] satisfies Schemas['NetworkVolumeQuery']['order'],
}
