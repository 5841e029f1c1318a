import type { Trial } from '../testing/trial/trial.ts'
import { createdBy, deletedBy, type Fact, tellsOf } from './fact.ts'

/** What costs for as long as it is there. */
const BILLED: ReadonlySet<string> = new Set([
  'instances',
  'volumes',
  'network_disks',
  'endpoint_groups',
  'worker_groups',
])

/** An answer with null in place of a row says that the row is gone, so it needs no deletion. */
const SAYS_IT_IS_GONE = /\.show\/answers\/[^/]+\/null\.\w+$/

/** A row that a client created, and that is still there at the end. */
interface Left {
  readonly creation: Fact
  readonly collection: string
  readonly id: number
}

/**
 * What a client created under a fault and knows of, and that costs on, where the same command leaves nothing without the
 * fault. What cannot be deleted because of the fault itself is left out, and what an answer says is not deleted.
 */
export function leftBehind(
  { id, family, operation, lasts, right }: Pick<Trial, 'id' | 'family' | 'operation' | 'lasts' | 'right'>,
  calls: readonly Fact[],
  usual: readonly Fact[],
  failed: boolean,
): Left | undefined {
  if (SAYS_IT_IS_GONE.test(id)) return undefined
  const [left, usually] = [calls, usual].map(leftIn)
  return left?.find((each) => {
    const isAlike = ({ collection }: Pick<Left, 'collection'>): boolean => collection === each.collection
    const deletions = usual.filter((call) => deletedBy(call).some(isAlike))
    const mayFail = lasts === 'from' || family === 'answers' || (failed && right?.includes('noticed') === true)
    if (mayFail && deletions.some((call) => call.operation === operation)) return false
    const isMore = left.filter(isAlike).length > (usually?.filter(isAlike).length ?? 0)
    return isMore && deletions.length > 0 && isKnown(each, calls)
  })
}

function leftIn(calls: readonly Fact[]): readonly Left[] {
  const isDeleted = (creation: Fact, collection: string, id: number): boolean =>
    calls
      .slice(calls.indexOf(creation) + 1)
      .some(
        (call) =>
          call.sandbox === creation.sandbox &&
          deletedBy(call).some((each) => each.collection === collection && each.id === id),
      )
  return calls.flatMap((creation) =>
    createdBy(creation)
      .filter(({ collection, id }) => BILLED.has(collection) && !isDeleted(creation, collection, id))
      .map(({ collection, id }) => ({ creation, collection, id })),
  )
}

/** Whether an answer that the client got names it. */
const isKnown = ({ creation, id }: Left, calls: readonly Fact[]): boolean =>
  calls.slice(calls.indexOf(creation)).some((call) => call.sandbox === creation.sandbox && tellsOf(call, id))
