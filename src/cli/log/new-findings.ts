import { putBounded } from '../../kernel/put-bounded.ts'
import type { FindingKind } from '../../testing/findings/finding.ts'

const MAX_TOLD_SANDBOXES = 1000

/** Selects the findings that the log does not have yet: of each kind and operation the first in a sandbox. */
export class NewFindings {
  /** By sandbox and kind: to look up texts that are kept costs less than to put one together for each finding. */
  readonly #told = new Map<string, Map<FindingKind, Set<string | null>>>()

  /** Whether there was none like it since `forget`. */
  add(kind: FindingKind, operation: string | null, sandbox: string): boolean {
    let kinds = this.#told.get(sandbox)
    if (kinds === undefined) putBounded(this.#told, sandbox, (kinds = new Map()), MAX_TOLD_SANDBOXES)
    const operations = kinds.get(kind)
    if (operations?.has(operation) === true) return false
    kinds.set(kind, (operations ?? new Set()).add(operation))
    return true
  }

  /** From now on every finding there is new. */
  forget(sandbox: string): void {
    this.#told.delete(sandbox)
  }
}
