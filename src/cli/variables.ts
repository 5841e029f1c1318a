import { nearest } from '../kernel/nearest.ts'
import type { Environment } from './io.ts'

const PREFIX = 'RENTAL_SIM_'

/** What the options of all commands, and what commands tell each other, are called as variables; without `RENTAL_SIM_`. */
export const variables: readonly string[] =
  `ACCEPT ALL ALLOWED_HOST ALLOW_PLUGINS ALLOWED_ORIGIN API_KEY BASELINE BASE_PATH BUDGET CLOCK CONSUMER_VERSION_SELECTORS CONTROL_TOKEN DIALECT EACH ENABLE_PENDING
  EVERY_CALL EXPECTATIONS FAIL_BELOW FAIL_ON FIXTURE FORMAT HOST INCLUDE_WIP_PACTS_SINCE INIT JOBS JOURNAL_SIZE JUNIT KEEP_ALIVE LIBRARY LIMIT
  LOG MAX_CONNECTIONS MAX_SANDBOXES MEMORY_BUDGET NO_CONFIG NO_RATE_LIMIT ONLY OUTPUT PORT PROVIDER PROVIDER_BRANCH PROVIDER_VERSION PUBLISH REPORT RULE SANDBOX SAVE_BASELINE
  SCENARIO SEED SSH_TO STAY STRICT SWEEP_FOLDER TIMEOUT TOTALS_FOLDER TRIAL URL WATCH WRITE`.split(/\s+/)

const known = new Set(variables)

/** Kubernetes tells pods of a service that is named rental-sim. */
const OF_KUBERNETES = /^(SERVICE|PORT)_/

/** A line for each variable that sets nothing, but is nearly one that does. */
export const mistypedIn = (env: Environment): readonly string[] =>
  Object.keys(env).flatMap((name) => {
    if (!name.startsWith(PREFIX)) return []
    const rest = name.slice(PREFIX.length)
    if (known.has(rest) || OF_KUBERNETES.test(rest)) return []
    const [meant] = nearest(rest, known)
    return meant === undefined ? [] : [`${name} sets nothing; did you mean ${PREFIX}${meant}?`]
  })
