import { declarations } from '../marketplace/collections.ts'
import type { CapturedAnswer, CapturedRow } from './answer-kinds.ts'

/** The key of the caller in an imported fixture. Keys of a capture are never taken over. */
export const EXAMPLE_KEY = 'renter-key'

/** What the caller is called where no row tells. */
const EXAMPLE_ID = 1001

/** The id of the user who was calling: the owner of listed rows, of a private template, or of all templates. */
export function callerOf(answers: readonly CapturedAnswer[]): number {
  const owned = answers.filter(({ collection }) => Object.hasOwn(declarations[collection].row.shape, 'user_id'))
  const [owner] = owned.flatMap(({ rows }) => idsIn(rows, 'user_id'))
  if (owner !== undefined) return owner
  const templates = answers.filter(({ collection }) => collection === 'templates').flatMap(({ rows }) => rows)
  const [creator] = idsIn(
    templates.filter((row) => row['private'] === true),
    'creator_id',
  )
  if (creator !== undefined) return creator
  const creators = new Set(idsIn(templates, 'creator_id'))
  const [only] = creators
  if (only !== undefined && creators.size === 1) return only
  const others = new Set([...creators, ...answers.flatMap(({ rows }) => idsIn(rows, 'host_id'))])
  let id = EXAMPLE_ID
  while (others.has(id)) id += 1
  return id
}

const idsIn = (rows: readonly CapturedRow[], field: string): readonly number[] =>
  rows.map((row) => row[field]).filter((id) => typeof id === 'number')
