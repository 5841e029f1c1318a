import { isDeepStrictEqual } from 'node:util'
import type { Answer } from './ask.ts'
import type { Contender, HttpWork } from './contender.ts'
import type { Side } from './duel.ts'
import { type Inputs, INSTANCES, template } from './inputs.ts'
import { SAME_LENGTH } from './load.ts'
import { creation, listing } from './questions.ts'

/** What a contender is asked, and whether its answer is what a client of the interface needs. */
export const sideOf = (work: HttpWork, contender: Contender, inputs: Inputs): Side => ({
  contender,
  questions: [
    work === 'post'
      ? { ...creation, path: contender.createPath ?? creation.path, status: contender.createdStatus }
      : { ...listing, path: contender.listPath ?? listing.path },
  ],
  right: rightAnswer(work, contender, inputs),
})

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const instancesIn = (body: string): unknown => {
  const value: unknown = JSON.parse(body)
  const instances = isObject(value) && 'instances' in value ? value['instances'] : value
  // json-server turns the ids into texts.
  return Array.isArray(instances) ? instances.map((row) => ({ ...row, id: String(row.id) })) : instances
}

/** So that nobody is fast with nonsense. */
function rightAnswer(work: HttpWork, contender: Contender, inputs: Inputs): (answer: Answer) => boolean {
  const expected = instancesIn(inputs.list)
  return ({ status, body }) => {
    if (status !== (work === 'post' ? (contender.createdStatus ?? 200) : 200)) return false
    if (work === 'post') return isCreated(JSON.parse(body))
    const instances = instancesIn(body)
    if (work === 'list') return isDeepStrictEqual(instances, expected)
    if (work === 'start') return Array.isArray(instances) && instances.length > 0
    return Array.isArray(instances) && instances.length === INSTANCES && body.length >= inputs.list.length * SAME_LENGTH
  }
}

function isCreated(value: unknown): boolean {
  const created = isObject(value) && isObject(value['template']) ? value['template'] : value
  return isObject(created) && created['name'] === template.name && created['id'] !== undefined
}
