import { z } from 'zod'
import type { Draw } from '../../kernel/invention.ts'
import { SEALED } from '../../kernel/secret.ts'
import { rowId } from '../../kernel/names.ts'
import { strictObject } from '../../kernel/wire.ts'
import { type RowContext, ownerReference, extendedCollection } from '../collection.ts'
import { marketplace } from '../users/collections.ts'
import { envFlags, shellText } from './env-flags.ts'
import { hashOf } from './hash-id.ts'
import { MAX_STORED_GB, settingsWithDefault, templateFields } from './schema.ts'
import { seenFields } from '../operation/seen.ts'
import { SECONDS_PER_DAY } from '../operation/units.ts'

/** A template as a fixture writes it. It has no limits of requests: a world may have chosen others. */
export const templateRow = strictObject(() => ({
  id: rowId,
  creator_id: rowId,
  ...templateFields,
  ...settingsWithDefault,
  image: z.string().describe('Container image path; empty where an edit has unset it.'),
  recommended_disk_space: z
    .number()
    .min(0)
    .max(MAX_STORED_GB)
    .optional()
    .describe(settingsWithDefault.recommended_disk_space.description ?? ''),
  env: envFlags.optional(),
  args_str: shellText.optional(),
  docker_login_pass: templateFields.docker_login_pass
    .unwrap()
    .transform(() => SEALED)
    .optional(),
  hash_id: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .describe('Pins the first hash_id; without it the content is hashed.'),
  revision: z.int().min(0).default(0).describe('How often the template was edited.'),
  retired_hash_ids: z.array(z.string()).default([]).describe('Earlier hash_ids, newest first.'),
  recommended: z.boolean().default(false),
  seen: seenFields,
  count_created: z.int().min(0).default(0),
  recent_create_date: z.number().nullable().default(null).describe('Unix seconds.'),
  created_at: z.number().optional().describe('Unix seconds; invented when absent.'),
}))

type FixtureTemplate = Readonly<z.output<typeof templateRow>>

export interface TemplateRow extends FixtureTemplate {
  readonly hash_id: string
  readonly created_at: number
}

/** A fixture's template with its hash_id and creation time, hashed and invented where the fixture has none. */
function storedTemplate(row: FixtureTemplate, { invention }: Pick<RowContext<unknown>, 'invention'>): TemplateRow {
  const daysAgo = invention.draw('templates', row.id)('created_at', (f) => f.number.int({ min: 1, max: 400 }))
  return {
    ...row,
    created_at: row.created_at ?? invention.epochSeconds - daysAgo * SECONDS_PER_DAY,
    hash_id: row.hash_id ?? hashOf(row, row),
  }
}

export const templateCollections = {
  templates: extendedCollection({
    row: templateRow,
    toStored: storedTemplate,
    references: [{ ...ownerReference('Templates'), field: 'creator_id' }],
    unique: ['hash_id'],
    pact: ({ id, hash_id }) => ({ template_id: id, hash_id, template_hash_id: hash_id }),
  }),
}

const images = [
  'library/ubuntu',
  'pytorch/pytorch',
  'tensorflow/tensorflow',
  'vllm/vllm-openai',
  'ollama/ollama',
  'nvidia/cuda',
  'library/python',
]

const manners = ['quantized', 'distributed', 'headless', 'nightly', 'slim', 'pinned', 'mixed-precision', 'offline']
const purposes = ['training', 'fine-tuning', 'inference', 'notebooks', 'rendering', 'evaluation', 'data loading']
const sizes = ['one GPU', 'two GPUs', 'a full node', 'spot machines']

/** A public template of the marketplace, as `generate` adds it. */
export function generatedTemplate(draw: Draw, id: number): z.input<typeof templateRow> {
  return {
    id,
    creator_id: marketplace.id,
    name: draw('name', (f) => `${f.helpers.arrayElement(manners)} ${f.helpers.arrayElement(purposes)}`),
    image: draw('image', (f) => f.helpers.arrayElement(images)),
    desc: draw('desc', (f) => `For ${f.helpers.arrayElement(purposes)} on ${f.helpers.arrayElement(sizes)}.`),
    runtype: draw('runtype', (f) => f.helpers.arrayElement(['ssh', 'jupyter', 'args'] as const)),
    recommended: draw('recommended', (f) => f.datatype.boolean(0.3)),
    recommended_disk_space: draw('recommended_disk_space', (f) => f.helpers.arrayElement([8, 16, 32, 64])),
  }
}
