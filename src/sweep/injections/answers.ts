import { z } from 'zod'
import { type Operation, resourceOf } from '../../kernel/operation.ts'
import { isRefusal } from '../../kernel/rule.ts'
import { type Fact, MAX_FACT_CHARACTERS, onlyReads } from '../fact.ts'
import { type DocumentShape, type SchemaField, type SchemaList, shapeOf } from './document-shape.ts'
import { creates } from '../verdicts.ts'
import type { Injection } from './injection.ts'
import { UNUSUAL } from './halves.ts'

/** Beyond 2^31 and 2^32, and below 2^53. */
const LARGE_ID = 5_000_000_017

const LARGE_IDS = 'Ids are integers without a bound: a client that keeps them in 32 bits takes one for another.'

interface AnswerKind {
  readonly why: string
  /** @param asked the body of the request */
  readonly cases: (
    shape: DocumentShape,
    asked: DocumentShape,
  ) => readonly (Omit<Injection, 'lasts' | 'why'> & {
    readonly lasts?: Injection['lasts']
  })[]
}

/** Answers that the interface allows and clients forget, as the response schema of an operation has them. */
export function answersFor(operation: Operation): readonly Injection[] {
  const { response, body, query } = operation
  const [shape, asked] = [shapeOf(response), shapeOf(body)]
  return [
    ...kinds.flatMap(({ why, cases }) =>
      cases(shape, asked).map((each): Injection => ({ ...each, why, lasts: each.lasts ?? 'once' })),
    ),
    ...absentFor(operation, shape),
    ...(creates(operation.id) ? [createsLargeId] : []),
    ...(has(shape, 'next_token') && has(shapeOf(query), 'limit') ? [secondPage] : []),
    ...([...operation.rules].some(isRefusal) ? [refusesWith200] : []),
  ]
}

const has = ({ fields }: DocumentShape, name: string): boolean => fields.some((field) => field.name === name)

/** The parameter by which a request chooses the fields of rows: without it they are all there. */
const CHOOSES_FIELDS = 'select_cols'

/** Optional fields that are left out, where a request may get an answer without them. */
function absentFor({ query, availability }: Operation, { fields }: DocumentShape): readonly Injection[] {
  const isChosen = has(shapeOf(query), CHOOSES_FIELDS)
  if (availability !== undefined && !isChosen) return []
  return fields
    .filter(({ isOptional }) => isOptional)
    .map(({ path }) => ({
      name: `absent.${nameOf(path)}`,
      injected: `${nameOf(path)} is not there`,
      why: 'The field is optional: a client that counts on it fails where it is left out.',
      lasts: 'once',
      effect: { answer: [{ drop: path }] },
      fits: ({ happened, query: asked }) => happened && (!isChosen || asked.includes(CHOOSES_FIELDS)),
    }))
}

/** Nothing but the id is unusual, and all later answers have it too. */
const createsLargeId: Injection = {
  name: 'large-id',
  injected: 'what it creates has an id beyond 2^32',
  why: LARGE_IDS,
  lasts: 'once',
  effect: { ids_above: LARGE_ID },
}

/** The list goes on behind its first row. */
const secondPage: Injection = {
  name: 'second-page',
  injected: 'a page for each row, from then on',
  why: 'A list may go on: a client that takes the first page for all of it misses the rows behind it.',
  lasts: 'from',
  effect: { request: [{ add: '$.query', fields: { limit: '1' } }] },
  // A list that is cut off is a long one.
  fits: ({ happened, responseBody }) =>
    happened && (responseBody.length >= MAX_FACT_CHARACTERS || !/"total_\w+":[01]\b/.test(responseBody)),
}

/** A refusal that only its body tells. */
const refusesWith200: Injection = {
  name: 'refuses-with-200',
  injected: 'a refusal comes with the status 200',
  why: 'A client that looks at the status alone takes a refusal for a success.',
  lasts: 'from',
  effect: { answer: [{ status: 200 }] },
  fits: ({ status, responseBody }) => status >= 400 && /"(success|error)":/.test(responseBody),
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

/** Texts for people, which no client compares with what it sent. */
const proseFields = new Set(['msg', 'status_msg', 'desc', 'readme'])

const proseKind = (name: string, injected: string, to: string, why: string): AnswerKind => ({
  why,
  cases: ({ fields }) =>
    fields
      .filter((field) => proseFields.has(field.name) && field.schema instanceof z.ZodString)
      .map(({ path }) => ({
        name: `${name}.${nameOf(path)}`,
        injected: `${nameOf(path)}: ${injected}`,
        effect: { answer: [{ set: path, to }] },
      })),
})

/** Whether a field of the answer itself holds all that was asked for. */
const isWholeThing = ({ path, schema }: SchemaField): boolean => /^\$\.\w+$/.test(path) && schema instanceof z.ZodObject

/** Ids, ports and codes: captures show 16.0 cores, and none of these as a float. */
const NAMES_A_THING = /(^|_)(id|contract|port|port_start|port_end)$|code$|^(result|hosting_type|has_avx|rn)$/

const isQuantity = ({ name, schema }: SchemaField): boolean =>
  schema instanceof z.ZodNumber && !NAMES_A_THING.test(name)

const kinds: readonly AnswerKind[] = [
  {
    why: 'The interface says "or null" of these fields, gains fields, and writes 8.0 for 8: a client that counts on more crashes or shows nonsense.',
    cases: ({ objects, fields }) =>
      objects.slice(0, 1).map(() => ({
        name: UNUSUAL,
        injected: 'nulls wherever the interface has them, a further field in every object, whole quantities as floats',
        effect: {
          answer: [
            ...fields
              .filter((field) => field.isNullable && !isWholeThing(field))
              .map(({ path }) => ({ set: path, to: null })),
            ...objects.map((add) => ({ add, fields: { field_of_a_later_version: { since: 'v0.1' } } })),
            ...fields.filter(isQuantity).map(({ path }) => ({ float: path })),
          ],
        },
      })),
  },
  {
    why: 'Null stands for what is gone: a client that reads on crashes, or shows what is not there.',
    cases: ({ fields }) =>
      fields
        .filter((field) => field.isNullable && isWholeThing(field))
        .map(({ path }) => ({
          name: `null.${nameOf(path)}`,
          injected: `${nameOf(path)} is null: it is gone`,
          right: ['noticed'],
          effect: { answer: [{ set: path, to: null }] },
        })),
  },
  {
    why: 'A list may be empty: a client that takes the first row without a look fails where there is none.',
    cases: (shape) =>
      listsOfAnswer(shape).map((list) => {
        const count = countOf(shape, list)
        return {
          name: `empty.${nameOf(list.path)}`,
          injected: `${nameOf(list.path)}: there are no rows, from then on`,
          lasts: 'from' as const,
          right: ['noticed'],
          // Where the client makes such rows itself, a list without them would be a lie.
          fits: (call: Fact, session: readonly Fact[]) =>
            call.happened &&
            !session.some(
              (each) => !onlyReads(each) && resourceOf(each.operation ?? '') === resourceOf(call.operation ?? ''),
            ),
          effect: { answer: [{ empty: list.path }, ...(count === undefined ? [] : [{ set: count, to: 0 }])] },
        }
      }),
  },
  {
    why: 'No order was promised: a client that finds a row by its place takes another one.',
    cases: (shape, asked) => {
      // Where the request gives an order, rows come in it.
      const order = bodyPath(asked, 'order')
      return listsOfAnswer(shape).map(({ path }) => ({
        name: `other-order.${nameOf(path)}`,
        injected: `${nameOf(path)}: the rows come in another order`,
        effect: { answer: [{ reverse: path, ...(order !== undefined && { unless: order }) }] },
      }))
    },
  },
  {
    why: LARGE_IDS,
    cases: (shape, asked) => listsOfAnswer(shape).flatMap((list) => withLargeId(list, countOf(shape, list), asked)),
  },
  {
    why: 'An instance is not always running: a client must wait, or say what became of it.',
    cases: ({ fields }) =>
      fields.flatMap(({ name, path, schema }) =>
        name === 'actual_status' && schema instanceof z.ZodEnum
          ? schema.options
              .filter((status) => status !== 'running')
              .map((status) => ({
                name: `status.${status}`,
                injected: `actual_status is ${status}`,
                // To say what became of it is right, except where it only has to be waited for.
                ...(!['loading', 'created'].includes(String(status)) && { right: ['noticed'] }),
                effect: { answer: [{ set: path, to: status }] },
              }))
          : [],
      ),
  },
  {
    // The operation does not happen: an answer that says so is true.
    why: 'The status alone does not tell: a client that ignores success reports what never happened.',
    cases: ({ fields }) =>
      fields
        .filter(({ path }) => path === '$.success')
        .map(() => ({
          name: 'success-false',
          injected: '200 with success: false, and the operation does not happen',
          effect: { status: 200, body: { success: false, error: 'try_again', msg: 'The service is busy.' } },
        })),
  },
  proseKind(
    'unicode',
    'letters of many scripts, emoji and line breaks',
    'Zażółć gęślą jaźń, 東京, שלום, e\u0301, \u{1f469}\u200d\u{1f680}, "quoted"\n\tsecond line',
    'Texts may hold any letter: a client that counts bytes or cuts letters in two garbles them.',
  ),
  proseKind(
    'long-text',
    '10,000 characters',
    'A long text. '.repeat(770).slice(0, 10_000),
    'No length was promised: a client with room for a line cuts it off, or fails.',
  ),
]

/**
 * A further row with a large id: to raise the id of one that the client knows would have it look for what the interface
 * does not have. Where the request has a limit, the row before it makes room.
 */
function withLargeId({ path, row }: SchemaList, count: string | undefined, asked: DocumentShape) {
  const { fields } = shapeOf(row)
  const limit = bodyPath(asked, 'limit')
  const id = fields.find(({ name }) => name === 'id') ?? fields.find(({ name }) => name.endsWith('_id'))
  if (id === undefined) return []
  const answer = [
    { repeat: `${path}[-1]`, with: { [id.name]: LARGE_ID } },
    ...(limit === undefined ? [] : [{ drop: `${path}[-2]`, where: limit }]),
    ...(count === undefined ? [] : [{ count: `${path}[*]`, into: count }]),
  ]
  return [
    {
      name: `large-id.${nameOf(path)}`,
      injected: `a further row whose ${id.name} is beyond 2^31`,
      right: ['noticed'],
      effect: { answer },
    },
  ]
}
