import { z } from 'zod'
import { MAX_SEED } from './kernel/invention.ts'
import { progressionSchema } from './kernel/progression.ts'
import { operationId } from './resources/operation-id.ts'
import { inWords, problems, strict } from './kernel/wire.ts'

const thresholds = z.record(operationId, z.number().min(0, { error: ({ input }) => `has ${String(input)} seconds` }))

const given = <T>(holds: (value: unknown) => value is T, message: string) => z.custom<T>(holds, message).optional()

const document = given(
  (value): value is string | object => typeof value === 'string' || (typeof value === 'object' && value !== null),
  'is neither a name nor a document',
)
const listener = given((value): value is () => void => typeof value === 'function', 'is no function')
const library = given(
  (value): value is object => typeof value === 'object' && value !== null && 'find' in value && 'names' in value,
  'is no library: it has no names() and find()',
)

/** What a simulator may be made with; the clock and the documents are looked at where they are read. */
const optionsSchema = strict({
  fixture: document,
  fixtures: library,
  scenario: document,
  scenarios: library,
  library: z.string().min(1, 'is empty: leave it out, or name a folder').optional(),
  seed: z.string().max(MAX_SEED).optional(),
  clock: z.unknown().optional(),
  rateLimit: strict({ enabled: z.boolean().optional(), thresholds: thresholds.optional() }).optional(),
  progression: strict({ instances: progressionSchema.optional() }).optional(),
  maxSandboxes: z.int().min(2).optional(),
  memoryBudgetMib: z.int().min(1).optional(),
  allowedHosts: z.array(z.string().min(1)).optional(),
  controlToken: z.string().min(1, 'is empty: leave it out, or name a token').optional(),
  journalSize: z.int().min(0).optional(),
  strict: z.boolean().optional(),
  onExchange: listener,
  onPreflight: listener,
  onDefect: listener,
  holdsDocuments: z.boolean().optional(),
  pages: listener,
})

/** @throws RangeError for options that cannot be used, each by its name */
export function checkOptions(options: unknown): void {
  const result = optionsSchema.safeParse(options)
  if (!result.success) throw new RangeError(problems(result.error).map(inWords).join('; '))
}
