import { fieldOf, isObject } from '../kernel/object.ts'
import type { ScenarioChoice } from '../testing/fixtures/library.ts'
import { SteeringError } from './error.ts'

const WRITE = 'write its name, as in "flaky-listing", or its document'

/** The scenario that code names. @throws SteeringError for undefined, a number or a switch: only null ends a scenario */
export function scenarioIn(choice: unknown): ScenarioChoice {
  if (typeof choice === 'string' || (isObject(choice) && !Array.isArray(choice))) return choice
  const shown = choice === undefined || typeof choice === 'function' ? typeof choice : JSON.stringify(choice)
  throw new SteeringError('invalid_args', `scenario: ${shown} is no scenario: ${WRITE}; null ends the one that runs`)
}

/**
 * Refuses a scenario that is there and undefined, which is mostly a misspelt constant: a test would pass without it.
 * @throws SteeringError
 */
export function refuseUndefinedScenario<Options extends object>(options: Options, otherwise: string): Options {
  if (Object.hasOwn(options, 'scenario') && fieldOf(options, 'scenario') === undefined)
    throw new SteeringError('invalid_args', `scenario: is undefined: ${WRITE}, or leave it out for ${otherwise}`)
  return options
}

/** Refuses a criterion that is undefined: it would match every request. @throws SteeringError */
export function refuseUndefinedCriteria<Match>(match: Match, path: string): Match {
  const name = isObject(match) ? Object.keys(match).find((key) => fieldOf(match, key) === undefined) : undefined
  if (name !== undefined)
    throw new SteeringError(
      'invalid_args',
      `${path}.${name}: is undefined, which would match every request: write a value, or leave it out`,
    )
  return match
}
