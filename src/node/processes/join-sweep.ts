import { MAX_TIMER_MS } from '../../kernel/clock.ts'
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { clearInterval, setInterval } from 'node:timers'
import type { Wiring } from '../../server/open-simulator.ts'
import { DEFAULT_SANDBOX } from '../../sandbox/sandboxes.ts'
import { factOf } from '../../sweep/fact.ts'
import { OpenTrial } from '../../testing/trial/open-trial.ts'
import { isSystemError } from '../client/system-error.ts'
import { callerOf } from './caller.ts'
import { leaveFiles } from './left-files.ts'

/** By these environment variables a sweep names the trial of a run (JSON), and the folder for what happened in it. */
export const SWEEP_TRIAL = 'RENTAL_SIM_TRIAL'
export const SWEEP_FOLDER = 'RENTAL_SIM_SWEEP_FOLDER'
export const FACTS_FILE = 'facts.ndjson'
/** Is there once a call has met the trial, also where the process ended before its exchange was over. */
export const MET_FILE = 'met'

/** Tests fake the clock of the process. */
const { now } = Date

/**
 * Lets a simulator of this process take part in the sweep that the environment names: it runs under the trial, and adds
 * a line to a file of its own for each exchange.
 * @throws RangeError for a trial that cannot be used
 */
export function joinSweep(): Pick<Wiring, 'trial' | 'log'> {
  const { [SWEEP_TRIAL]: trial, [SWEEP_FOLDER]: folder } = process.env
  if (trial === undefined && folder === undefined) return {}
  const caller = callerOf()
  const nameOf = (sandbox: string): string => (sandbox === DEFAULT_SANDBOX ? caller : `${caller}~${sandbox}`)
  return {
    ...(trial !== undefined && { trial: openTrialOf(trial, folder, nameOf) }),
    ...(folder !== undefined && { log: writeFacts(folder, nameOf) }),
  }
}

function openTrialOf(text: string, folder: string | undefined, nameOf: (sandbox: string) => string): OpenTrial {
  const mayMeet = folder === undefined ? (): boolean => true : makeClaim(folder)
  return new OpenTrial(parseTrial(text), { mayMeet, nameOf, onHeld: stayWhileHeld() })
}

/** Keeps the process running while the trial holds requests, as an open socket would: the client's timer may not. */
function stayWhileHeld(): (held: number) => void {
  let timer: ReturnType<typeof setInterval> | undefined
  return (held) => {
    if (held > 0) timer ??= setInterval(() => undefined, MAX_TIMER_MS)
    else {
      clearInterval(timer)
      timer = undefined
    }
  }
}

function parseTrial(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RangeError(`${SWEEP_TRIAL} is not JSON`)
  }
}

/** Of all simulators that run under one trial, in whatever process, only the first that asks may meet it. */
export const makeClaim = (folder: string) => (): boolean => {
  try {
    closeSync(openSync(join(folder, MET_FILE), 'wx'))
    return true
  } catch (error) {
    // Another one was first, or the command deleted the folder.
    if (isSystemError(error)) return false
    throw error
  }
}

function writeFacts(folder: string, nameOf: (sandbox: string) => string): Wiring['log'] {
  let lines = ''
  const { ask } = leaveFiles(folder, 'the sweep misses exchanges', (own) => {
    const written = lines
    lines = ''
    appendFileSync(join(own(), FACTS_FILE), written)
  })
  return (exchange, sandbox) => {
    lines += `${JSON.stringify(factOf(exchange, nameOf(sandbox), now()))}\n`
    ask()
  }
}
