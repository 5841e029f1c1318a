import type { Trial } from '../testing/trial/trial.ts'
import { callsByOperation, type Fact, isMet, MAX_FACT_CHARACTERS, onlyReads, resourceOf } from './fact.ts'
import { creates, type Verdict } from './verdicts.ts'

/**
 * What a client did about a creation whose reply it did not get, told from what it sent and from what is left; undefined
 * where its tests decide.
 */
export function creationVerdict(
  { family, operation }: Trial,
  calls: readonly Fact[],
  usual: readonly Fact[],
  failed: boolean,
): Verdict | undefined {
  if (family === 'refusals' || family === 'wrong') return undefined
  const at = calls.findIndex(isMet)
  const met = calls[at]
  if (met === undefined) return undefined
  if (!creates(operation) || family === 'answers' || !met.happened)
    return family !== 'answers' && createsMore(calls, usual) ? 'did-it-twice' : undefined
  const after = calls.slice(at + 1)
  const again = sendsAgain(met, after, usual)
  if (again !== undefined) {
    if (again.happened) return 'did-it-twice'
    if (!after.slice(0, after.indexOf(again)).some((call) => looksFor(operation, call))) return 'sent-again'
  }
  if (createsMore(calls, usual)) return 'did-it-twice'
  return failed || isKnown(met, after) ? undefined : 'orphaned'
}

/** The creation that comes again, be it at another offer, or refused by the limiter; the worst of several. */
function sendsAgain(met: Fact, after: readonly Fact[], usual: readonly Fact[]): Fact | undefined {
  const isSame = (call: Fact): boolean => call.operation === met.operation && call.requestDigest === met.requestDigest
  const sent = after.filter(isSame)
  // A suite that creates the same several times has not sent it again before it did so more often.
  if (1 + sent.length <= usual.filter(isSame).length && usual.filter(isSame).length > 1) return undefined
  return sent.find(({ happened }) => happened) ?? sent[0]
}

/** Whether a call reads what an operation makes, and its client got the answer. */
const looksFor = (operation: string, call: Fact): boolean =>
  call.happened && call.status === 200 && resourceOf(call.operation ?? '') === resourceOf(operation) && onlyReads(call)

/** Whether an answer that the client got names what a call created, or it is gone. */
function isKnown({ changes }: Fact, after: readonly Fact[]): boolean {
  const created = changes.filter(({ before }) => before === null)
  return created.every(({ collection, id }) =>
    after.some(
      (call) =>
        call.changes.some((change) => change.collection === collection && change.id === id && change.after === null) ||
        (call.status === 200 && names(call, id)),
    ),
  )
}

const names = ({ responseBody }: Fact, id: number): boolean =>
  responseBody.length >= MAX_FACT_CHARACTERS || new RegExp(String.raw`\b${id}\b`).test(responseBody)

/** Whether something was created more often than without any fault. */
function createsMore(calls: readonly Fact[], usual: readonly Fact[]): boolean {
  const [now, usually] = [calls, usual].map((each) => callsByOperation(each.filter(({ happened }) => happened)))
  return [...(now ?? [])].some(([operation, times]) => creates(operation) && times > (usually?.get(operation) ?? 0))
}
