import { isDeepStrictEqual } from 'node:util'
import type { Answer, Question } from './ask.ts'
import type { Contender, HttpWork } from './contender.ts'
import { type Inputs, INSTANCES, template } from './inputs.ts'

/** Answers under the real clock are as long as the others, but for some digits. */
export const SAME_LENGTH = 0.98

export const questionOf = (work: HttpWork, { listPath, createPath }: Contender): Question =>
  work === 'post'
    ? { method: 'POST', path: createPath ?? '/api/v0/template/', json: template }
    : { method: 'GET', path: listPath ?? '/api/v0/instances/' }

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const instancesIn = (body: string): unknown => {
  const value: unknown = JSON.parse(body)
  const instances = isObject(value) && 'instances' in value ? value['instances'] : value
  // json-server turns the ids into texts.
  return Array.isArray(instances) ? instances.map((row) => ({ ...row, id: String(row.id) })) : instances
}

/** Whether an answer is what a client of the interface needs, so that nobody is fast with nonsense. */
export function rightAnswer(work: HttpWork, contender: Contender, inputs: Inputs): (answer: Answer) => boolean {
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
