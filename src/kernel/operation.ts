import { z } from 'zod'
import type { Choice, Envelope, RefusalRule, RefusalWithValue, Rule, RuleWithValue } from './rule.ts'
import type { RulesInForce } from './rules-in-force.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The permissions that an API key may have. */
export const scopes = [
  'instance_read',
  'instance_write',
  'user_read',
  'user_write',
  'billing_read',
  'billing_write',
  'machine_read',
  'machine_write',
  'misc',
  'team_read',
  'team_write',
] as const
export type Scope = (typeof scopes)[number]

/** The schema of params, query or body where an operation reads none. */
export const noInput = z.object({})

/** Whether something is there at all that the contract does not name. */
export type Availability = Choice<'absent' | 'served'>

/** A path under which an operation is served besides its own. */
interface OtherPath {
  readonly path: string
  readonly availability: Availability
}

/** Schemas that take the place of declared ones. */
interface Schemas<Query, Body extends object> {
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  readonly response?: z.ZodType
}

/** One endpoint, with the rules that may shape its responses. */
export interface Operation<Params = unknown, Query = unknown, Body extends object = object> {
  /** `<resource>.<verb>` */
  readonly id: string
  readonly method: Method
  /** As the contract writes it, e.g. `/api/v0/asks/{id}/`. */
  readonly path: string
  readonly summary: string
  /** The section of the contract, where it names the operation. */
  readonly section?: string
  /** Whether it is served, where the contract does not name it. */
  readonly availability?: Availability
  readonly otherPaths?: readonly OtherPath[]
  readonly envelope: Exclude<Envelope, 'detail'>
  /** Absent where no key is needed. */
  readonly permission?: {
    readonly scope: Scope
    readonly rule: Rule
    readonly refusal: RefusalRule
    /** Whether a request without a key is served. */
    readonly keyless?: Choice<'refused' | 'served'>
  }
  /** The limiter's refusal under a threshold that a test sets. */
  readonly configuredLimit: RefusalRule
  /** A documented minimum interval between two accepted requests of one key, in seconds. */
  readonly limit?: RefusalWithValue<number>
  /** An interval that is reported where the contract states none, in seconds. */
  readonly reportedSeconds?: number
  readonly params: z.ZodType<Params>
  /** Query parameters; each is JSON text, which the schema parses. */
  readonly query: z.ZodType<Query>
  readonly body: z.ZodType<Body>
  /** The success response. */
  readonly response: z.ZodType
  /** The field of its body that is a secret, besides those that are by their names. */
  readonly secretField?: string
  /** Whether that is plain text, and no JSON. */
  readonly answersText?: true
  /** The schemas that choices at its rules ask for; the same object for the same rules. */
  readonly schemasUnder?: (rules: RulesInForce) => Schemas<Query, Body>
  /** Integers that its refusals show besides under a choice: the names of parameters of the path, by the names of fields. */
  readonly refusalFields?: { readonly choice: Choice; readonly fields: Readonly<Record<string, string>> }
  /** The assumption behind the status and frame of a success, where the contract does not show them whole. */
  readonly success?: RuleWithValue<number>
  readonly rules: ReadonlySet<Rule>
  /** Whether rows keep what the body holds. */
  readonly stores?: true
  /**
   * The rules that refuse a field which is absent, too large, of the right type but no value of it, or wrong in any way;
   * all others fall under the general one.
   */
  readonly missing?: Readonly<Record<string, RefusalRule>>
  readonly above?: Readonly<Record<string, RefusalRule>>
  readonly outside?: Readonly<Record<string, RefusalRule>>
  readonly invalid?: Readonly<Record<string, RefusalRule>>
}

/** What the id of an operation begins with: `instances` of `instances.list`. */
export const resourceOf = (operation: string): string => operation.slice(0, operation.indexOf('.'))
