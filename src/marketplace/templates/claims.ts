import { parseJson } from '../../kernel/parse-json.ts'
import {
  isAscendingBy,
  type Claim,
  everyRow,
  fitsQuery,
  type ShownAnswer,
  valueAt,
  showsCreated,
  showsNoDeleted,
} from '../../kernel/claim.ts'
import { isObject } from '../../kernel/object.ts'
import { catalogue } from '../catalogue.ts'

const of = ['templates.search']

const isOrdered = ({ query }: ShownAnswer): boolean => query.has('order_by')

/** The template that the answer of a creation or an edit shows. */
const templateIn = ({ body }: ShownAnswer): unknown => valueAt(body, 'template')

/** The ids and hash_ids that earlier answers showed, the latest last. */
const known = (earlier: readonly ShownAnswer[]) =>
  earlier.flatMap((answer) =>
    [...(answer.operation === 'templates.search' ? answer.rows : []), templateIn(answer)].filter(isObject),
  )

const createdBy = (answer: ShownAnswer) =>
  answer.operation === 'templates.create' ? valueAt(templateIn(answer), 'id') : undefined

const deletedBy = ({ operation, sent }: ShownAnswer) =>
  operation === 'templates.delete' ? valueAt(sent, 'template_id') : undefined

const deletesByHash = ({ operation, sent }: ShownAnswer): boolean =>
  operation === 'templates.delete' && valueAt(sent, 'hash_id') !== undefined

export const templateClaims: readonly Claim[] = [
  {
    rule: catalogue['templates.search.finds'],
    of,
    says: 'every template fulfils select_filters',
    holds: ({ rows, query }) => {
      const filters = parseJson(query.get('select_filters') ?? '')
      return isObject(filters) && rows.length > 0
        ? fitsQuery(rows, { filters, order: [], limit: undefined })
        : undefined
    },
  },
  {
    rule: catalogue['templates.search.visible'],
    of,
    says: 'templates come by ascending id',
    holds: isAscendingBy('id', isOrdered),
  },
  {
    rule: catalogue['templates.search.never-used'],
    of,
    says: 'recent_create_date is null while count_created is 0',
    holds: everyRow(({ count_created, recent_create_date }) =>
      count_created === 0 && recent_create_date !== undefined ? recent_create_date === null : undefined,
    ),
  },
  {
    rule: catalogue['templates.search.use-ssh'],
    of,
    says: 'use_ssh is true where the runtype is ssh or ssh_direct is set',
    holds: everyRow(({ runtype, ssh_direct, use_ssh }) =>
      typeof use_ssh === 'boolean' && (runtype === 'ssh' || ssh_direct === true) ? use_ssh : undefined,
    ),
  },
  {
    rule: catalogue['templates.create.hash-id'],
    of: ['templates.search', 'templates.create', 'templates.edit'],
    says: 'hash_id has 32 hexadecimal digits',
    holds: (answer) => {
      const hashes = known([answer])
        .map((row) => valueAt(row, 'hash_id'))
        .filter((hash) => hash !== undefined)
      return hashes.length === 0
        ? undefined
        : hashes.every((hash) => typeof hash === 'string' && /^[0-9a-f]{32}$/.test(hash))
    },
  },
  {
    rule: catalogue['templates.edit.rotates-hash-id'],
    of: ['templates.edit'],
    says: 'the answer has another hash_id than the request',
    holds: ({ sent, ...answer }) => {
      const [asked, hash] = [valueAt(sent, 'hash_id'), valueAt(templateIn({ sent, ...answer }), 'hash_id')]
      return typeof asked === 'string' && typeof hash === 'string' ? asked !== hash : undefined
    },
  },
  {
    rule: catalogue['templates.edit.id-stays'],
    of: ['templates.edit'],
    says: 'the id is that of the template before',
    holds: (answer, earlier) => {
      const before = known(earlier).findLast((row) => valueAt(row, 'hash_id') === valueAt(answer.sent, 'hash_id'))
      const id = valueAt(templateIn(answer), 'id')
      return before === undefined || id === undefined ? undefined : valueAt(before, 'id') === id
    },
  },
  {
    rule: catalogue['templates.edit.rotates-hash-id'],
    of,
    says: 'no template has the hash_id that it had before its last edit',
    holds: ({ rows }, earlier) => {
      const retired = earlier.flatMap(({ operation, sent }) =>
        operation === 'templates.edit' ? [valueAt(sent, 'hash_id')] : [],
      )
      return retired.length === 0 ? undefined : !rows.some(({ hash_id }) => retired.includes(hash_id))
    },
  },
  {
    rule: catalogue['templates.create.creates'],
    of,
    says: 'a search for everything shows the templates that were created before, under their ids',
    holds: (answer, earlier) =>
      !answer.isAsked || answer.query.size > 0 || earlier.some(deletesByHash)
        ? undefined
        : showsCreated(createdBy, deletedBy)(answer, earlier),
  },
  {
    rule: catalogue['templates.delete.deletes'],
    of,
    says: 'a template that was deleted before is not found',
    holds: showsNoDeleted(deletedBy),
  },
]
