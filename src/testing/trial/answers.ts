import { z } from 'zod'
import type { Operation } from '../../kernel/operation.ts'
import { shapeOf, type DocumentShape, type SchemaList } from './document-shape.ts'
import type { Injection } from './injection.ts'

type Answer = Omit<Injection, 'lasts'>

/** Answers that the interface allows and clients forget, as the response schema of an operation has them. */
export function answersFor({ response, body }: Operation): readonly Injection[] {
  const shape = shapeOf(response)
  const asked = shapeOf(body)
  return [
    ...furtherFields(shape),
    ...nulls(shape),
    ...absent(shape),
    ...emptyLists(shape),
    ...otherOrder(shape, bodyPath(asked, 'order')),
    ...largeIds(shape, bodyPath(asked, 'limit')),
    ...statuses(shape),
    ...failures(shape),
    ...texts(shape),
    ...floats(shape),
  ].map((each) => ({ ...each, lasts: 'once' }))
}

/** `instances.country_code` for `$.instances[*].country_code`; `rows` for a list that is the whole answer. */
const nameOf = (path: string): string => path.replaceAll(/^\$\.?|\[\*\]/g, '').replace(/^\.|^$/, '') || 'rows'

/** Where the body of a request has a field of that name. */
function bodyPath({ fields }: DocumentShape, name: string): string | undefined {
  const field = fields.find((each) => each.name === name)
  return field && `$.body${field.path.slice(1)}`
}

/** The lists of the answer itself, not those within their rows. */
const listsOfAnswer = ({ lists }: DocumentShape): readonly SchemaList[] =>
  lists.filter(({ path, row }) => !path.includes('[') && row instanceof z.ZodObject)

/** The field that counts the rows of a list: `instances_found`. */
const countOf = ({ fields }: DocumentShape, { path }: SchemaList): string | undefined =>
  fields.find((each) => each.path === `${path}_found`)?.path

const furtherFields = ({ objects }: DocumentShape): readonly Answer[] =>
  objects.length === 0
    ? []
    : [
        {
          name: 'further-field',
          injected: 'a field that the client does not know, in every object',
          why: 'Interfaces gain fields: a client that refuses what it does not know breaks on the day when one comes.',
          effect: { answer: objects.map((add) => ({ add, fields: { field_of_a_later_version: { since: 'v0.1' } } })) },
        },
      ]

const nulls = ({ fields }: DocumentShape): readonly Answer[] =>
  fields
    .filter(({ isNullable }) => isNullable)
    .map(({ path }) => ({
      name: `null.${nameOf(path)}`,
      injected: `${nameOf(path)} is null`,
      why: 'The interface says "or null" of this field: a client that reads it as a value crashes or shows nonsense.',
      effect: { answer: [{ set: path, to: null }] },
    }))

const absent = ({ fields }: DocumentShape): readonly Answer[] =>
  fields
    .filter(({ isOptional }) => isOptional)
    .map(({ path }) => ({
      name: `absent.${nameOf(path)}`,
      injected: `${nameOf(path)} is not there`,
      why: 'The field is optional: a client that counts on it fails where it is left out.',
      effect: { answer: [{ drop: path }] },
    }))

const emptyLists = (shape: DocumentShape): readonly Answer[] =>
  shape.lists.map((list) => {
    const count = countOf(shape, list)
    return {
      name: `empty.${nameOf(list.path)}`,
      injected: `${nameOf(list.path)}: the list is empty`,
      why: 'A list may be empty: a client that takes the first row without a look fails where there is none.',
      effect: { answer: [{ empty: list.path }, ...(count === undefined ? [] : [{ set: count, to: 0 }])] },
    }
  })

/** @param order the field of the request that says in which order rows come: where it is given, they do */
const otherOrder = (shape: DocumentShape, order: string | undefined): readonly Answer[] =>
  listsOfAnswer(shape).map(({ path }) => ({
    name: `other-order.${nameOf(path)}`,
    injected: `${nameOf(path)}: the rows come in another order`,
    why: 'No order was promised: a client that finds a row by its place takes another one.',
    effect: { answer: [{ reverse: path, ...(order !== undefined && { unless: order }) }] },
  }))

/** Beyond 2^31 and 2^32, and below 2^53. */
const LARGE_ID = 5_000_000_017

/**
 * A further row: to raise the id of one that the client knows would have it look for what the interface does not have.
 * @param limit the field of the request that says how many rows come at most: where it is given, the last one makes room
 */
const largeIds = (shape: DocumentShape, limit: string | undefined): readonly Answer[] =>
  listsOfAnswer(shape).flatMap((list) => {
    const { fields } = shapeOf(list.row)
    const id = fields.find(({ name }) => name === 'id') ?? fields.find(({ name }) => name.endsWith('_id'))
    if (id === undefined) return []
    const count = countOf(shape, list)
    const recount = count === undefined ? [] : [{ count: `${list.path}[*]`, into: count }]
    return [
      {
        name: `large-id.${nameOf(list.path)}`,
        injected: `a further row whose ${id.name} is beyond 2^31`,
        why: 'Ids are integers without a bound: a client that keeps them in 32 bits takes one for another.',
        effect: {
          answer: [
            { repeat: `${list.path}[-1]`, with: { [id.name]: LARGE_ID } },
            ...(limit === undefined ? [] : [{ drop: `${list.path}[-2]`, where: limit }]),
            ...recount,
          ],
        },
      },
    ]
  })

const statuses = ({ fields }: DocumentShape): readonly Answer[] =>
  fields.flatMap(({ name, path, schema }) =>
    name === 'actual_status' && schema instanceof z.ZodEnum
      ? schema.options
          .filter((status) => status !== 'running')
          .map((status) => ({
            name: `status.${status}`,
            injected: `actual_status is ${status}`,
            why: 'An instance is not always running: a client must wait, or say what became of it.',
            effect: { answer: [{ set: path, to: status }] },
          }))
      : [],
  )

/** The operation does not happen: an answer that says so is true. */
const failures = ({ fields }: DocumentShape): readonly Answer[] =>
  fields.some(({ path }) => path === '$.success')
    ? [
        {
          name: 'success-false',
          injected: '200 with success: false, and the operation does not happen',
          why: 'The status alone does not tell: a client that ignores success reports what never happened.',
          effect: { status: 200, body: { success: false, error: 'try_again', msg: 'The service is busy.' } },
        },
      ]
    : []

/** Texts for people, which no client compares with what it sent. */
const proseFields = new Set(['msg', 'status_msg', 'desc', 'readme'])

const proses = [
  {
    name: 'unicode',
    injected: 'letters of many scripts, emoji and line breaks',
    why: 'Texts may hold any letter: a client that counts bytes or cuts letters in two garbles them.',
    to: 'Zażółć gęślą jaźń, 東京, שלום, e\u0301, \u{1f469}\u200d\u{1f680}, "quoted"\n\tsecond line',
  },
  {
    name: 'long-text',
    injected: '10,000 characters',
    why: 'No length was promised: a client with room for a line cuts it off, or fails.',
    to: 'A long text. '.repeat(770).slice(0, 10_000),
  },
]

const texts = ({ fields }: DocumentShape): readonly Answer[] =>
  fields
    .filter(({ name, schema }) => proseFields.has(name) && schema instanceof z.ZodString)
    .flatMap(({ path }) =>
      proses.map(({ name, injected, why, to }) => ({
        name: `${name}.${nameOf(path)}`,
        injected: `${nameOf(path)}: ${injected}`,
        why,
        effect: { answer: [{ set: path, to }] },
      })),
    )

const floats = ({ fields }: DocumentShape): readonly Answer[] =>
  fields.some(({ schema }) => schema instanceof z.ZodNumber)
    ? [
        {
          name: 'floats',
          injected: 'whole numbers are written as floats: 8.0',
          why: 'JSON has one kind of number: a client that asks for an integer to the letter fails at 8.0.',
          effect: { answer: [{ float: '$..*' }] },
        },
      ]
    : []
