import { appendFileSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { ServingOptions } from '../../server/engine.ts'
import { factOf } from '../../sweep/fact.ts'
import { OpenTrial } from '../../testing/trial/open-trial.ts'
import { isSystemError } from '../client/system-error.ts'
import { leaveFiles } from './left-files.ts'

/** By these environment variables a sweep names the trial of a run (JSON), and the folder for what happened in it. */
export const SWEEP_TRIAL = 'RENTAL_SIM_TRIAL'
export const SWEEP_FOLDER = 'RENTAL_SIM_SWEEP_FOLDER'
export const FACTS_FILE = 'facts.ndjson'

/** Tests fake the clock of the process. */
const { now } = Date

/**
 * Lets a simulator of this process take part in the sweep that the environment names: it runs under the trial, and adds
 * a line to a file of its own for each exchange.
 * @throws RangeError for a trial that cannot be used
 */
export function takePart(): Pick<ServingOptions, 'trial' | 'log'> {
  const { [SWEEP_TRIAL]: trial, [SWEEP_FOLDER]: folder } = process.env
  return {
    ...(trial !== undefined && {
      trial: new OpenTrial(documentIn(trial), folder === undefined ? undefined : claimIn(folder)),
    }),
    ...(folder !== undefined && { log: factsInto(folder) }),
  }
}

function documentIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RangeError(`${SWEEP_TRIAL} is not JSON`)
  }
}

/** Of all simulators that run under one trial, in whatever process, only the first that asks may meet it. */
export const claimIn = (folder: string) => (): boolean => {
  try {
    closeSync(openSync(join(folder, 'met'), 'wx'))
    return true
  } catch (error) {
    // Another one was first, or the command deleted the folder.
    if (isSystemError(error)) return false
    throw error
  }
}

function factsInto(folder: string): ServingOptions['log'] {
  let lines = ''
  const { ask } = leaveFiles(folder, 'the sweep misses exchanges', (own) => {
    const written = lines
    lines = ''
    appendFileSync(join(own(), FACTS_FILE), written)
  })
  return (exchange, sandbox) => {
    lines += `${JSON.stringify(factOf(exchange, sandbox, now()))}\n`
    ask()
  }
}
