import { z } from 'zod'
import type { ClockChoice } from '../testing/scenarios/clock-spec.ts'
import type { FixtureChoice, Library, ScenarioChoice } from '../testing/fixtures/library.ts'
import type { ShownExchange } from '../testing/journal/present-exchange.ts'
import { isObject } from '../kernel/object.ts'
import { IN_HEADER } from '../kernel/secret.ts'
import { progressionSchema } from '../kernel/progression.ts'
import { seedText } from '../kernel/names.ts'
import { withExample } from '../testing/examples-by-name.ts'
import { problemText, problemsOf, strictObject } from '../kernel/wire.ts'
import { isOrigin, readEndpoint } from '../kernel/web-address.ts'
import { dialects } from '../kernel/rules-in-force.ts'
import { OpenTrial } from '../testing/trial/open-trial.ts'
import { operationId } from '../marketplace/operation-id.ts'
import { ruleChoices } from '../marketplace/rule-choices.ts'

/** An option on the command line. Its environment variable is named after the flag. */
export interface CommandLine {
  readonly flag: string
  /** How text is read: `moreNames` adds to what was given before, two numbers are the least and the greatest. A switch reads none. */
  readonly takes?:
    | 'text'
    | 'token'
    | 'word'
    | 'seed'
    | 'names'
    | 'moreNames'
    | 'origins'
    | 'clock'
    | 'rules'
    | readonly [number, number]
  /** What a switch sets, where that is not `true`. */
  readonly sets?: object
  /** The description, where that of the option speaks to code. */
  readonly text?: string
  /** The default in words. */
  readonly byDefault?: string
}

/** The options that the command line has too. */
export const commandLine = z.registry<CommandLine>()

const isNameOrDocument = (value: unknown): boolean =>
  typeof value === 'string' || (isObject(value) && !Array.isArray(value))
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each: unknown) => typeof each === 'string')
const scenarioChoice = z.custom<ScenarioChoice>(isNameOrDocument, 'is neither a name nor a document')
const fixtureChoice = z.custom<FixtureChoice>(
  (value) => isNameOrDocument(value) || isNames(value),
  'is neither a name, nor a list of names, nor a document',
)
const listener = <T>() => z.custom<T>((value) => typeof value === 'function', 'is not a function')
const library = z.custom<Library>(
  (value) => isObject(value) && 'find' in value && 'names' in value,
  'is not a library: it has no names() and find()',
)
const thresholds = z.record(operationId, z.number().min(0, { error: ({ input }) => `has ${String(input)} seconds` }))

const MILLION = 1_000_000

/**
 * What a simulator may be made with, in the order in which the command line shows it. The clock and the documents are
 * looked at where they are read. The public type, the flags and variables, the table of docs/options.md and the JSDoc of the
 * published types follow.
 */
export const optionsSchema = strictObject(() => ({
  fixture: fixtureChoice
    .default('default')
    .describe('a fixture by name, several to be put together, or a document')
    .register(commandLine, {
      flag: '--fixture <names>',
      takes: 'names',
      text: 'fixtures to start from, by name or path (such as default, empty, large, showcase, ./mine.yaml)',
    }),
  fixtures: library.optional().describe('where fixture names are looked up; by default in the package'),
  scenario: scenarioChoice
    .optional()
    .describe('a scenario by name, or a document, which needs neither name nor description')
    .register(commandLine, {
      flag: '--scenario <name>',
      text: 'a scenario to start with, by name or path, or a whole document; its settings win over other options',
    }),
  scenarios: library.optional().describe('where scenario names are looked up; by default in the package'),
  library: z
    .string()
    .min(1, 'is empty: leave it out, or name a folder')
    .optional()
    .describe(
      'a folder with `fixtures/` and `scenarios/`: its files are known by name, and win over others of the same name. In Node only; there `fixture` and `scenario` may be paths of files too',
    )
    .register(commandLine, {
      flag: '--library <folder>',
      text: 'a folder with fixtures/ and scenarios/, known by their names',
    }),
  config: z
    .boolean()
    .default(true)
    .describe(
      'whether what these options leave open is as `rental-sim.config.yaml`, `.json` or `.ts` and the folder `rental-sim` of the working directory have it. In Node only',
    )
    .register(commandLine, {
      flag: '--no-config',
      text: 'ignore rental-sim.config.yaml (.json, .ts) and the folder rental-sim of the working directory',
    }),
  seed: seedText
    .default('rental-sim')
    .describe('the seed of all invented values')
    .register(commandLine, { flag: '--seed <text>', takes: 'seed' }),
  // The same wherever a simulator is started (docs/decisions/one-default-clock.md).
  clock: z
    .custom<ClockChoice>()
    .default('real')
    .describe(
      '`real`, `frozen` (at 2026-01-01T00:00:00Z), an ISO 8601 instant at which it is frozen, `{ at, frozen }`, or mode and Unix milliseconds',
    )
    .register(commandLine, {
      flag: '--clock <start>',
      takes: 'clock',
      text: 'real, frozen, or an instant at which it is frozen',
    }),
  rateLimit: strictObject({ enabled: z.boolean().default(true), thresholds: thresholds.default({}) })
    .default({ enabled: true, thresholds: {} })
    .describe(
      'whether rate limits are enforced, and minimum intervals in seconds by operation id; by default as the contract states',
    )
    .register(commandLine, {
      flag: '--no-rate-limit',
      sets: { enabled: false },
      text: 'turn the rate limit off',
    }),
  progression: strictObject({ instances: progressionSchema.default({ mode: 'immediate' }) })
    .default({ instances: { mode: 'immediate' } })
    .describe('how new instances get to run; by default at once'),
  sshTo: z
    .string()
    .refine((text) => readEndpoint(text) !== undefined, 'is no address like 127.0.0.1:2222')
    .optional()
    .describe('where ssh_host, ssh_port and `22/tcp` of every instance lead: `127.0.0.1:2222`')
    .register(commandLine, { flag: '--ssh-to <host:port>', takes: 'text' }),
  dialect: z
    .enum(dialects)
    .default('documented')
    .describe('`documented`: the contract alone; `observed`: also what clients of the public service rely on')
    .register(commandLine, {
      flag: '--dialect <name>',
      takes: 'word',
      text: 'documented: the contract alone; observed: also the behaviour that public clients rely on',
    }),
  rules: ruleChoices
    .default({})
    .describe('choices at single rules, by their ids: the name of an alternative, or `{ status, code, value }`')
    .register(commandLine, {
      flag: '--rule <id=choice>',
      takes: 'rules',
      text: 'another behaviour for a rule: an alternative, a status (404 or 404:code), a value; repeatable',
      byDefault: 'as the dialect has it',
    }),
  controlToken: z
    .string()
    .min(1, 'is empty: leave it out, or name a token')
    .regex(IN_HEADER, 'has a character that no header carries: a token is of letters, digits and signs of ASCII')
    .optional()
    .describe('the bearer token that control calls need, except health and metrics')
    .register(commandLine, { flag: '--control-token <text>', takes: 'token' }),
  allowedHosts: z
    .array(z.string().min(1))
    .readonly()
    .default([])
    .describe(
      'names under which the control API answers without a token, besides addresses, localhost and names that are not public',
    )
    .register(commandLine, {
      flag: '--allowed-host <names>',
      takes: 'moreNames',
      text: 'names under which the control API answers without a token',
      byDefault: 'addresses, localhost and names that are not public',
    }),
  allowedOrigins: z
    .array(z.string().refine(isOrigin, 'is not an origin such as https://sim.company.com'))
    .readonly()
    .default([])
    .describe('origins of pages that may make control calls, if a proxy rewrites the Host header')
    .register(commandLine, {
      flag: '--allowed-origin <origins>',
      takes: 'origins',
      text: 'origins of pages that may make control calls, such as https://sim.company.com, where a proxy rewrites the Host header',
      byDefault: 'that of the Host header',
    }),
  maxSandboxes: z
    .int()
    .min(2)
    .default(10_000)
    .describe('the most sandboxes; beyond that the least recently used idle one is removed')
    .register(commandLine, { flag: '--max-sandboxes <number>', takes: [2, MILLION] }),
  memoryBudgetMib: z
    .int()
    .min(1)
    .default(256)
    .describe(
      'MiB for journals, rows and all other data; when it is full, the oldest exchanges are dropped first. In Node at most 40 % of the heap',
    )
    .register(commandLine, { flag: '--memory-budget <MiB>', takes: [1, MILLION] }),
  journalSize: z
    .int()
    .min(0)
    .default(1000)
    .describe('the most exchanges in the journal of a sandbox')
    .register(commandLine, { flag: '--journal-size <number>', takes: [0, MILLION] }),
  strict: z
    .boolean()
    .default(false)
    .describe('reports every answer that rests on an assumption as a finding')
    .register(commandLine, { flag: '--strict' }),
  onExchange: listener<(exchange: ShownExchange, sandbox: string) => void>()
    .optional()
    .describe('is called with every exchange when it is over. Its errors change no answer and stay uncaught'),
  onDefect: listener<(error: Error) => void>()
    .optional()
    .describe('is called with every defect of the simulator itself'),
}))

/** What a simulator may be made with. */
export type SimulatorOptions = Readonly<z.input<typeof optionsSchema>>

/** What people write among the options who look for a function. */
const OF_LISTEN = new Set(['port', 'host'])

/** Options that only the entries of this package set. */
const withInternals = strictObject(
  () => ({
    ...optionsSchema.shape,
    onPreflight: listener().optional(),
    instance: z.string().optional(),
    onEvicted: listener().optional(),
    onAct: listener().optional(),
    metrics: z.object({}).optional(),
    nodeFetch: z.object({}).optional(),
    log: listener().optional(),
    trial: z.instanceof(OpenTrial).optional(),
    pages: listener().optional(),
    sweep: z.object({}).optional(),
    vitals: listener().optional(),
    basePath: z.string().optional(),
  }),
  {},
  (key, value) => (OF_LISTEN.has(key) ? `write await sim.listen({ ${key}: ${JSON.stringify(value)} })` : undefined),
)

/** @throws RangeError for options that cannot be used, each by its name */
export function checkOptions(options: unknown): void {
  const result = withInternals.safeParse(options)
  if (result.success) return
  const problems = problemsOf(result.error).map((each) => ({ ...each, message: withExample(each.path, each.message) }))
  throw new RangeError(problems.map(problemText).join('; '))
}

const known = z.object(optionsSchema.shape)

/** Options that were checked, with the defaults of those that are left out, and nothing else. */
export const withDefaults = (options: SimulatorOptions) => known.parse(options, { jitless: true })

export const defaults = withDefaults({})
