import type { Trial } from '../testing/trial/trial.ts'
import { parseJson } from '../kernel/parse-json.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import { resourceOf } from '../kernel/operation.ts'
import {
  callsByOperation,
  createdBy,
  deletedBy,
  type Fact,
  isMet,
  isNamedIn,
  MAX_FACT_CHARACTERS,
  onlyReads,
  tellsOf,
} from './fact.ts'
import { creates, type Judgement } from './verdicts.ts'

/**
 * The verdict on how a client goes on after a creation without a reply, by its requests and the rows that are there at
 * the end; undefined where its tests decide.
 */
export function creationVerdict(
  { family, operation }: Trial,
  calls: readonly Fact[],
  usual: readonly Fact[],
  failed: boolean,
): Judgement | undefined {
  if (family === 'refusals' || family === 'wrong') return undefined
  const at = calls.findIndex(isMet)
  const met = calls[at]
  if (met === undefined) return undefined
  const twice: Judgement = { verdict: 'did-it-twice' }
  if (!creates(operation) || family === 'answers' || !met.happened)
    return family !== 'answers' && createsMore(calls, usual) ? twice : undefined
  const after = calls.slice(at + 1)
  const again = sendsAgain(met, after, usual)
  if (again !== undefined) {
    if (makesSomething(met) && makesSomething(again)) return twice
    if (!again.happened && !after.slice(0, after.indexOf(again)).some((call) => looksFor(operation, call)))
      return { verdict: 'sent-again' }
  }
  if (createsMore(calls, usual)) return twice
  if (takesAnother(met, after, failed)) return { verdict: 'orphaned', why: TOOK_ANOTHER }
  return failed || isKnown(met, after) ? undefined : { verdict: 'orphaned' }
}

const TOOK_ANOTHER =
  'The client looked, and there were two of that name: it did not go on with the one that it created, which runs and costs.'

/** The creation that comes again, be it at another offer, or refused by the limiter; the worst of several. */
function sendsAgain(met: Fact, after: readonly Fact[], usual: readonly Fact[]): Fact | undefined {
  const isSame = (call: Fact): boolean => call.operation === met.operation && call.requestDigest === met.requestDigest
  const sent = after.filter(isSame)
  // A suite that creates the same several times has not sent it again before it did so more often.
  if (1 + sent.length <= usual.filter(isSame).length && usual.filter(isSame).length > 1) return undefined
  return sent.find(makesSomething) ?? sent.find(({ happened }) => happened) ?? sent[0]
}

/** Whether a call made a row, or a further one of a list in a row, as API keys are in that of their user. */
const makesSomething = ({ happened, changes }: Fact): boolean =>
  happened && changes.some(({ before, after }) => before === null || hasLongerList(before, after))

const hasLongerList = (before: object, after: object | null): boolean =>
  Object.entries(before).some(([name, list]) => {
    const later: unknown = fieldOf(after, name)
    return Array.isArray(list) && Array.isArray(later) && later.length > list.length
  })

/** Whether a call reads what an operation makes, and its client got the answer. */
const looksFor = (operation: string, call: Fact): boolean =>
  call.happened && call.status === 200 && resourceOf(call.operation ?? '') === resourceOf(operation) && onlyReads(call)

/** Whether an answer that the client got names what a call created, or it is gone. */
const isKnown = (met: Fact, after: readonly Fact[]): boolean =>
  createdBy(met).every(({ collection, id }) =>
    after.some(
      (call) => tellsOf(call, id) || deletedBy(call).some((each) => each.collection === collection && each.id === id),
    ),
  )

/** Whether the client found what it created beside another row of the same name, and went on with that one, or failed. */
function takesAnother(met: Fact, after: readonly Fact[], failed: boolean): boolean {
  const [created] = createdBy(met)
  const name = nameOf(created?.after)
  if (created === undefined || name === undefined) return false
  const looks = after.filter((call) => looksFor(met.operation ?? '', call))
  const twins = looks.flatMap(({ responseBody }) => idsNamed(responseBody, name)).filter((id) => id !== created.id)
  const uses = (id: number): boolean => after.some(({ path, requestBody }) => isNamedIn(`${path} ${requestBody}`, id))
  return twins.length > 0 && !uses(created.id) && (failed || twins.some(uses))
}

const nameOf = (row: unknown): unknown => {
  const name: unknown = fieldOf(row, 'label') ?? fieldOf(row, 'name') ?? fieldOf(row, 'endpoint_name')
  return name === null ? undefined : name
}

/** The ids of the rows of a list that have a name. */
function idsNamed(body: string, name: unknown): readonly number[] {
  const answer: unknown = body.length < MAX_FACT_CHARACTERS ? parseJson(body) : undefined
  const lists: readonly unknown[] = isObject(answer) ? [answer, ...Object.values(answer)] : []
  return lists
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .flatMap((row) => {
      const id: unknown = fieldOf(row, 'id')
      return nameOf(row) === name && typeof id === 'number' ? [id] : []
    })
}

/** Whether something was created more often than without any fault. */
function createsMore(calls: readonly Fact[], usual: readonly Fact[]): boolean {
  const [now, usually] = [calls, usual].map((each) => callsByOperation(each.filter(makesSomething)))
  return [...(now ?? [])].some(([operation, times]) => creates(operation) && times > (usually?.get(operation) ?? 0))
}
