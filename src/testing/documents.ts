import type { WrittenChoice } from '../kernel/rules-in-force.ts'
import type { InputOf } from '../kernel/wire.ts'
import type { faultSchema } from './faults/schema.ts'
import type { fixtureDocument } from './fixtures/document.ts'
import type { shownExchange } from './journal/exchange.ts'
import type { journalFilter } from './journal/filter.ts'
import type { matchSchema } from './journal/match-schema.ts'
import type { verifiedSchema } from './journal/verify.ts'
import type { scenarioDocument } from './scenarios/document.ts'
import type { stubSchema } from './stubs/schema.ts'

// The types of documents, as their schemas infer them. The package ships them under the same names with every id and
// every description written out, for editors: `npm run build:types` puts scripts/document-types.ts in place of this file.

export type { OtherText } from '../kernel/other-text.ts'

export type OperationId = string
export type FixtureName = string
export type ScenarioName = string
export type RuleChoices = Readonly<Record<string, WrittenChoice>>

export type RequestMatch = InputOf<typeof matchSchema>
/** Which exchanges of a journal are wanted; what is given must all hold. */
export type JournalFilter = InputOf<typeof journalFilter>
/** An exchange as the journal, a listener or a page shows it, without secrets. */
export type ShownExchange = InputOf<typeof shownExchange>
/** The last of the exchanges that match, oldest first, and those that came closest without matching. */
export type Verified = InputOf<typeof verifiedSchema>
export type FaultDocument = InputOf<typeof faultSchema>
export type StubDocument = InputOf<typeof stubSchema>
export type FixtureDocument = InputOf<typeof fixtureDocument>
/** In code a scenario needs neither a name nor a description. */
export type ScenarioDocument = Partial<InputOf<typeof scenarioDocument>>

/** What each operation takes, and answers with 200. */
export type OperationBodies = Readonly<Record<OperationId, { readonly request: unknown; readonly response: unknown }>>
export type RequestBody<Id extends keyof OperationBodies> = OperationBodies[Id]['request']
export type ResponseBody<Id extends keyof OperationBodies> = OperationBodies[Id]['response']
