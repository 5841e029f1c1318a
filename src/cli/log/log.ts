import { putBounded } from '../../kernel/put-bounded.ts'
import type { ListenSettings } from '../../node/listen.ts'
import type { UnreadableGuess } from '../../node/unreadable.ts'
import { LogOutput } from '../../node/processes/log-output.ts'
import type { Wiring } from '../../server/open-simulator.ts'
import type { SimulatorOptions } from '../../sandbox/options.ts'
import { defectsTo } from '../simulation.ts'
import type { FindingKind } from '../../testing/findings/finding.ts'
import type { Output } from '../io.ts'
import { jsonLine, jsonLines } from './json.ts'
import { prettyLines } from './pretty.ts'

export type LogForm = 'pretty' | 'json' | 'silent'

type Listeners = Pick<Wiring, 'log' | 'onAct' | 'onPreflight' | 'onEvicted'> &
  Pick<ListenSettings, 'onConnectionsRefused' | 'onUnreadable'>

/** Writes what the server is asked and what happens to its sandboxes: for people, for machines, or not at all. */
export function logger(form: LogForm, stdout: Output): Listeners {
  if (form === 'silent') return {}
  const lines = form === 'json' ? jsonLines : prettyLines
  const output = new LogOutput(stdout, lines.dropped)
  const found = new NewFindings()
  const unreadable = new Map<UnreadableGuess, number>()
  return {
    log: (exchange, sandbox) => {
      output.write(lines.exchange(exchange, sandbox))
      for (const each of exchange.observations)
        if (found.add(each.kind, exchange.operation, sandbox)) output.write(lines.finding(each, exchange, sandbox))
    },
    onAct: (text, sandbox) => {
      found.forget(sandbox)
      output.write(lines.act(text, sandbox))
    },
    onPreflight: (preflight, sandbox) => output.write(lines.preflight(preflight, sandbox)),
    onUnreadable: (guess) => {
      const count = (unreadable.get(guess) ?? 0) + 1
      unreadable.set(guess, count)
      if (isPowerOfTen(count)) output.write(lines.unreadable(guess, count))
    },
    onConnectionsRefused: (open) => output.write(lines.connectionsRefused(open)),
    onEvicted: (sandbox) => output.write(lines.evicted(sandbox)),
  }
}

const MAX_TOLD_SANDBOXES = 1000

/** Selects the findings that the log does not have yet: of each kind and operation the first in a sandbox. */
class NewFindings {
  readonly #told = new Map<string, Set<string>>()

  /** Whether there was none like it since `forget`. */
  add(kind: FindingKind, operation: string | null, sandbox: string): boolean {
    const told = this.#told.get(sandbox) ?? new Set()
    if (told.size === 0) putBounded(this.#told, sandbox, told, MAX_TOLD_SANDBOXES)
    return told.size < told.add(`${kind} ${operation}`).size
  }

  /** From now on every finding there is new. */
  forget(sandbox: string): void {
    this.#told.delete(sandbox)
  }
}

/** Of requests that a broken client repeats, the 1st, 10th, 100th, … is logged. */
const isPowerOfTen = (count: number): boolean => /^10*$/.test(String(count))

/** Writes defects of the simulator: as one line of JSON each where a machine reads. */
export const defectsAs = (form: LogForm, stderr: Output): Pick<SimulatorOptions, 'onDefect'> =>
  form === 'json'
    ? { onDefect: ({ message, stack }) => void stderr.write(`${jsonLine('defect', 'error', message, { stack })}\n`) }
    : defectsTo(stderr)
