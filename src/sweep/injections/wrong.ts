import { z } from 'zod'
import type { Operation } from '../../kernel/operation.ts'
import { shapeOf } from './document-shape.ts'
import type { Injection } from './injection.ts'
import { catalogue } from '../../marketplace/catalogue.ts'

type Breach = Omit<Injection, 'lasts'>

/** Answers that break a rule of an operation, as its rules and its request have them: a test that looks notices. */
export const wrongFor = (operation: Operation): readonly Injection[] =>
  [
    ...[...operation.rules]
      // Several operations may share a rule: it is broken in the one that it is named after.
      .filter(({ id }) => id.startsWith(`${operation.id}.`))
      .flatMap(({ id }) => breaches[id] ?? []),
    ...searching(operation),
  ].map((each) => ({ ...each, lasts: 'from' }))

const SOMEBODY_ELSE = 'of-somebody-else'
/** The id of a row that does not exist. */
const FOREIGN_ID = 4_000_000_019

const foreignRows = (list: string, fields: object, count?: string): Breach => ({
  name: 'foreign-rows',
  injected: "somebody else's row is listed",
  why: 'What belongs to others is none of the user’s: a program that acts on every row would act on theirs.',
  effect: {
    answer: [
      { repeat: `${list}[-1]`, with: { id: FOREIGN_ID, ...fields } },
      ...(count === undefined ? [] : [{ count: `${list}[*]`, into: count }]),
    ],
  },
})

/** What breaks one rule, by its id. */
const breaches: Readonly<Record<string, Breach>> = {
  [catalogue['cloud-connections.list.lists-own'].id]: foreignRows('$', { name: SOMEBODY_ELSE }),
  [catalogue['instances.list.lists-own'].id]: foreignRows('$.instances', { label: SOMEBODY_ELSE }, '$.instances_found'),
  [catalogue['templates.search.visible'].id]: foreignRows(
    '$.templates',
    { name: SOMEBODY_ELSE, hash_id: '0'.repeat(32), creator_id: FOREIGN_ID, private: true },
    '$.templates_found',
  ),
  [catalogue['templates.edit.rotates-hash-id'].id]: {
    name: 'hash-id-not-rotated',
    injected: 'the answer to an edit has the old hash_id',
    why: 'Every edit gives another hash_id: who goes on with the old one has a template that is none any more.',
    effect: { answer: [{ set: '$.template.hash_id', to: '$request{$.body.hash_id}' }] },
  },
  [catalogue['templates.edit.keeps-the-rest'].id]: {
    name: 'edit-forgets-the-rest',
    injected: 'texts that an edit does not name are emptied',
    why: 'An edit keeps what it does not name: lost settings show only when the next instance starts.',
    effect: {
      request: ['desc', 'readme', 'onstart', 'env'].map((name) => ({
        add: '$.body',
        fields: { [name]: '' },
        unless: `$.body.${name}`,
      })),
    },
  },
  [catalogue['templates.delete.deletes'].id]: {
    name: 'not-deleted',
    injected: 'success, and the template is still there',
    why: 'What was deleted is gone: nobody else looks whether it is.',
    effect: { status: 200, body: { success: true } },
  },
  [catalogue['instances.create.env-merged'].id]: {
    name: 'env-not-merged',
    injected: 'env of the request is not merged into that of the template',
    why: 'An instance without the variables of its request runs, and does something else than was asked for.',
    effect: { request: [{ drop: '$.body.env' }] },
  },
  [catalogue['instances.create.scalars-replaced'].id]: {
    name: 'scalars-not-replaced',
    injected: 'the settings of the template stay where the request gives others',
    why: 'An instance with another image or disk than was asked for costs the same and does not do the work.',
    effect: {
      request: ['image', 'disk', 'runtype', 'onstart', 'tag'].map((name) => ({
        drop: `$.body.${name}`,
        where: '$.body.template_hash_id',
      })),
    },
  },
  [catalogue['instances.create.volume-linked'].id]: {
    name: 'volume-not-attached',
    injected: 'the volume of the request is not attached',
    why: 'What an instance writes to a volume that is not there is lost with it.',
    effect: { request: [{ drop: '$.body.volume_info' }] },
  },
  [catalogue['network-volumes.list.updates'].id]: {
    name: 'listing-not-updated',
    injected: 'price, size, end and discount of a listing are not taken',
    why: 'A listing at the old price is rented at the old price.',
    effect: {
      request: ['price_disk', 'size', 'end_date', 'credit_discount_max'].map((name) => ({ drop: `$.body.${name}` })),
    },
  },
  [catalogue['network-volumes.search.expires'].id]: {
    name: 'expired-still-found',
    injected: 'an offer is found whose end_date has passed',
    why: 'An expired listing cannot be rented: a program that does not look at end_date tries it, and fails later.',
    effect: {
      answer: [
        {
          repeat: '$.offers[-1]',
          with: { ask_contract_id: FOREIGN_ID, start_date: 999_000_000, end_date: 1_000_000_000 },
        },
      ],
    },
  },
}

const unfiltered = (steps: readonly { readonly drop: string }[]): Breach => ({
  name: 'filter-ignored',
  injected: 'rows are found that the filters exclude',
  why: 'A program that trusts the search takes what its user ruled out.',
  effect: { request: steps },
})

/** What a search may get wrong: filters, limit and order, where the request has them. */
function searching({ body, query, response }: Operation): readonly Breach[] {
  const { fields } = shapeOf(body)
  const order = fields.find(({ name }) => name === 'order')
  const within = order?.path.slice(0, -'order'.length)
  const filters = fields.filter(
    ({ path, name, schema }) => path === `${within}${name}` && schema instanceof z.ZodObject,
  )
  const [list] = shapeOf(response).lists
  const breaches: Breach[] = []
  if (filters.length > 0) breaches.push(unfiltered(filters.map(({ path }) => ({ drop: inBody(path) }))))
  if (shapeOf(query).fields.some(({ name }) => name === 'select_filters'))
    breaches.push(unfiltered([{ drop: '$.query.select_filters' }]))
  for (const { path } of fields.filter(({ name }) => name === 'limit').slice(0, 1))
    breaches.push({
      name: 'limit-ignored',
      injected: 'more rows are found than limit allows',
      why: 'A program with room for a page gets everything there is.',
      effect: { request: [{ set: inBody(path), to: 1_000_000 }] },
    })
  if (order !== undefined && list !== undefined)
    breaches.push({
      name: 'order-reversed',
      injected: 'the rows come in reverse order',
      why: 'A program that takes the first row for the best takes the worst.',
      effect: { answer: [{ reverse: list.path, where: inBody(order.path) }] },
    })
  return breaches
}

const inBody = (path: string): string => `$.body${path.slice(1)}`
